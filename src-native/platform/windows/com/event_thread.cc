#include "platform/windows/com/event_thread.h"

#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "core/run/thread.h"

namespace surehand::uia {
namespace {

constexpr Milliseconds kStartRecheck{2};

}  // namespace

EventThread& EventThread::of_this_process() {
  // Never ended: it may be in a call that does not return, and the module stays loaded.
  static EventThread* const only = new EventThread;  // NOLINT
  return *only;
}

EventThread::EventThread() {
  if (auto thread = start_thread([this] { work(); })) thread->detach();
}

void EventThread::post(std::function<void()> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
  changed_.notify_one();
}

bool EventThread::run(std::function<void()> job, const Limits& limits) {
  const auto done = std::make_shared<std::atomic<bool>>(false);
  post([done, job = std::move(job)] {
    job();
    *done = true;
  });
  while (!*done) {
    if (limits.exceeded("the event thread")) return false;
    limits.sleep_until(Clock::now() + kStartRecheck);
  }
  return true;
}

void EventThread::work() {
  for (;;) {
    std::function<void()> job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !jobs_.empty(); });
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    job();
  }
}

}  // namespace surehand::uia
