#pragma once

#include <memory>
#include <mutex>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/windows/com/com_ptr.h"
#include "platform/windows/com/uiautomation.h"

namespace surehand::uia {

// One CUIAutomation object. Its timeouts are its own, so each application has one: what a slow one is given is not taken from the
// others. Thread-safe, as the object is.
class Client {
 public:
  static Result<std::shared_ptr<Client>> create();

  IUIAutomation* operator->() const { return automation_.get(); }
  IUIAutomation* get() const { return automation_.get(); }

  // What is asked from now on ends within these limits, as far as UI Automation keeps to them, and early enough for what is left of the
  // answer to be put together.
  void bound(const Limits& limits) const;
  void bound(Milliseconds timeout) const;

 private:
  explicit Client(ComPtr<IUIAutomation> automation);

  ComPtr<IUIAutomation> automation_;
  ComPtr<IUIAutomation2> timeouts_;  // null before Windows 8
};

// A client of which there is none until it is asked for. Thread-safe.
class LazyClient {
 public:
  Result<std::shared_ptr<Client>> get();

 private:
  std::mutex mutex_;
  std::shared_ptr<Client> client_;
};

}  // namespace surehand::uia
