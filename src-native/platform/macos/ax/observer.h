#pragma once

#include <ApplicationServices/ApplicationServices.h>
#include <sys/types.h>

#include <functional>
#include <memory>

#include "core/run/limits.h"
#include "platform/macos/ax/calls.h"

namespace surehand::ax {

// What one application announces, heard on a thread of its own, because an AXObserver is a source of a run loop. Its end is a signal to that
// thread and waits for nothing: it is the thread that takes the source off its loop and lets go of the observer then.
class Observer {
 public:
  // On the observer's thread. Must not block, and may call listen_to().
  using Heard = std::function<void(const ElementRef& element, CFStringRef notification)>;

  // The error of AXObserverCreate, or kAXErrorCannotComplete where its thread was not ready in time.
  static std::shared_ptr<Observer> start(pid_t process, Heard heard, const Limits& limits, AXError& error);
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  // That it was asked for before is no error. An application that is busy, or starting, is asked again by the thread (`later`), for a while.
  AXError listen_to(const ElementRef& element, CFStringRef notification, const Limits& limits);
  void listen_later(const ElementRef& element, CFStringRef notification);

 private:
  struct Thread;
  explicit Observer(std::shared_ptr<Thread> thread) : thread_(std::move(thread)) {}

  std::shared_ptr<Thread> thread_;
};

}  // namespace surehand::ax
