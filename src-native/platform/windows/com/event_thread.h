#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

#include "core/run/limits.h"

namespace surehand::uia {

// The one thread of the process on which handlers of UI Automation's events are added and removed. Both may wait for applications, and
// from within a handler either may deadlock: https://learn.microsoft.com/windows/win32/winauto/uiauto-threading
class EventThread {
 public:
  static EventThread& of_this_process();

  // Some time later, without waiting.
  void post(std::function<void()> job);
  // False when it was not done within the limits; it may be done yet.
  bool run(std::function<void()> job, const Limits& limits);

 private:
  EventThread();
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
};

}  // namespace surehand::uia
