#include "platform/macos/ax/observer.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/run/thread.h"

namespace surehand::ax {

namespace {

// How often what an application was too busy to take is asked again, how often at most, and how long it may take each time.
constexpr double kAgainSeconds = 0.25;
constexpr int kMostAttempts = 40;
constexpr Milliseconds kPatience{250};
constexpr double kForever = 1e10;

struct Wanted {
  ElementRef element;
  cf::Ref<CFStringRef> notification;
  int attempts = 0;
};

}  // namespace

// Owned by the thread itself as well, so that it is there for as long as anything calls back.
struct Observer::Thread {
  Heard heard;
  cf::Ref<AXObserverRef> observer;
  cf::Ref<CFRunLoopSourceRef> stop;

  std::mutex mutex;
  std::condition_variable changed;
  cf::Ref<CFRunLoopRef> loop;  // once it listens
  bool ended = false;
  std::vector<Wanted> later;

  static void on_notification(AXObserverRef, AXUIElementRef element, CFStringRef notification, void* self) {
    auto* const thread = static_cast<Thread*>(self);
    {
      const std::lock_guard lock(thread->mutex);
      if (thread->ended) return;
    }
    thread->heard(ElementRef::retain(element), notification);
  }

  AXError add(const ElementRef& element, CFStringRef notification, const Limits& limits) {
    const auto seconds = static_cast<float>(std::max<int64_t>(limits.remaining().count(), 10)) / 1000;
    AXUIElementSetMessagingTimeout(element.get(), seconds);
    const AXError error = AXObserverAddNotification(observer.get(), element.get(), notification, this);
    return error == kAXErrorNotificationAlreadyRegistered ? kAXErrorSuccess : error;
  }

  // Asks for what could not be taken before; whether some is left.
  bool ask_again() {
    std::vector<Wanted> asked;
    {
      const std::lock_guard lock(mutex);
      asked = std::exchange(later, {});
    }
    for (Wanted& each : asked) {
      {
        const std::lock_guard lock(mutex);
        if (ended) return false;
      }
      const AXError error = add(each.element, each.notification.get(), Limits::within(kPatience));
      if (error != kAXErrorCannotComplete || ++each.attempts == kMostAttempts) continue;
      const std::lock_guard lock(mutex);
      later.push_back(std::move(each));
    }
    const std::lock_guard lock(mutex);
    return !later.empty();
  }

  void run() {
    const CFRunLoopRef here = CFRunLoopGetCurrent();
    const CFRunLoopSourceRef source = AXObserverGetRunLoopSource(observer.get());
    CFRunLoopAddSource(here, source, kCFRunLoopDefaultMode);
    CFRunLoopAddSource(here, stop.get(), kCFRunLoopDefaultMode);
    {
      const std::lock_guard lock(mutex);
      loop = cf::Ref<CFRunLoopRef>::retain(here);
      changed.notify_all();
    }
    for (bool some_left = false;;) {
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, some_left ? kAgainSeconds : kForever, false);
      {
        const std::lock_guard lock(mutex);
        if (ended) break;
      }
      some_left = ask_again();
    }
    // The source first: a loop that still has one of an observer that is gone calls into nothing.
    CFRunLoopRemoveSource(here, source, kCFRunLoopDefaultMode);
    CFRunLoopRemoveSource(here, stop.get(), kCFRunLoopDefaultMode);
    const std::lock_guard lock(mutex);
    observer = {};
    later.clear();
    loop = {};
  }

  // From any thread. The signal stays where the thread has not come to its loop yet.
  void wake() {
    CFRunLoopSourceSignal(stop.get());
    const std::lock_guard lock(mutex);
    if (loop) CFRunLoopWakeUp(loop.get());
  }
};

std::shared_ptr<Observer> Observer::start(pid_t process, Heard heard, const Limits& limits, AXError& error) {
  auto thread = std::make_shared<Thread>();
  thread->heard = std::move(heard);
  error = AXObserverCreate(process, Thread::on_notification, thread->observer.out());
  if (error != kAXErrorSuccess) return nullptr;
  CFRunLoopSourceContext context = {};
  context.perform = [](void*) { CFRunLoopStop(CFRunLoopGetCurrent()); };
  thread->stop = cf::Ref<CFRunLoopSourceRef>::adopt(CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context));
  auto runs = start_thread([thread] { thread->run(); });
  if (!runs) {
    error = kAXErrorCannotComplete;
    return nullptr;
  }
  runs->detach();
  std::shared_ptr<Observer> observer(new Observer(thread));
  std::unique_lock lock(thread->mutex);
  const bool listens = thread->changed.wait_for(lock, std::max(limits.remaining(), Milliseconds(1)),
                                                [&] { return static_cast<bool>(thread->loop); });
  lock.unlock();
  if (listens) return observer;
  error = kAXErrorCannotComplete;
  return nullptr;
}

Observer::~Observer() {
  {
    const std::lock_guard lock(thread_->mutex);
    thread_->ended = true;
  }
  thread_->wake();
}

AXError Observer::listen_to(const ElementRef& element, CFStringRef notification, const Limits& limits) {
  return thread_->add(element, notification, limits);
}

void Observer::listen_later(const ElementRef& element, CFStringRef notification) {
  {
    const std::lock_guard lock(thread_->mutex);
    thread_->later.push_back({element, cf::Ref<CFStringRef>::retain(notification)});
  }
  thread_->wake();
}

}  // namespace surehand::ax
