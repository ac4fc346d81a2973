#pragma once

#include <memory>
#include <mutex>

#include "core/seam/backend.h"

namespace surehand::uia {

struct Session;

Result<std::unique_ptr<Subscription>> observe_application(Session& session, const Target& target, EventKinds kinds,
                                                          EventSink sink, const Limits& limits);

// What subscriptions, which may outlive it, have of a session: nothing once it has ended.
class SessionLink {
 public:
  explicit SessionLink(Session* session) : session_(session) {}
  void end() {
    const std::lock_guard lock(mutex_);
    session_ = nullptr;
  }
  template <class Use>
  void with(Use use) {
    const std::lock_guard lock(mutex_);
    if (session_) use(*session_);
  }

 private:
  std::mutex mutex_;
  Session* session_;
};

}  // namespace surehand::uia
