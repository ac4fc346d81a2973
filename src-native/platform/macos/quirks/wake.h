#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "core/run/limits.h"
#include "platform/macos/applications.h"

namespace surehand::ax {

struct Session;

// Whether programs are told that a screen reader is there, and which were (their keys). Thread-safe.
class Enhanced {
 public:
  explicit Enhanced(bool wanted) : wanted_(wanted) {}

  bool wanted() const { return wanted_; }
  void add(const std::string& app_key) {
    const std::lock_guard lock(mutex_);
    keys_.push_back(app_key);
  }
  std::vector<std::string> take() {
    const std::lock_guard lock(mutex_);
    return std::move(keys_);
  }

 private:
  const bool wanted_;
  std::mutex mutex_;
  std::vector<std::string> keys_;
};

// Electron publishes what is in its windows only once a client has asked for it, and some time later, which is waited for. Asked once of each
// application; what it answers says nothing: before 2023 it was kAXErrorAttributeUnsupported, and it was done
// (https://github.com/electron/electron/pull/38102). Chromium wants AXEnhancedUserInterface, which slows pages and has windows glide: it is
// set only for who opened the desktop with `enhancedUserInterface`.
void wake(Session& session, const ApplicationRecord& application, const Limits& limits);

// As they were before wake(), where they still run.
void let_sleep(Session& session);

}  // namespace surehand::ax
