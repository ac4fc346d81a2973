#include "cf/run_loop.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

#include "cf/string.h"

namespace axsim {

// Never freed: a loop may be stopped from elsewhere while its thread ends.
RunLoop& RunLoop::current() {
  static thread_local auto* const loop = new RunLoop;
  return *loop;
}

CFRunLoopRunResult RunLoop::run(double seconds, bool after_one) {
  using Steady = std::chrono::steady_clock;
  const bool ends = seconds < 1e9;
  const auto until =
      Steady::now() + std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(ends ? seconds : 0));
  std::unique_lock lock(mutex_);
  runs_ = true;
  const auto result = [&](CFRunLoopRunResult said) {
    runs_ = false;
    stopped_ = false;
    return said;
  };
  for (;;) {
    if (stopped_) return result(kCFRunLoopRunStopped);
    if (sources_.empty()) return result(kCFRunLoopRunFinished);
    bool handled = false;
    std::vector<Held> now;
    for (const Held& source : sources_) now.push_back(Held::retained(source.get()));
    lock.unlock();
    for (const Held& held : now) {
      auto& source = as<Source>(held.get(), "CFRunLoopRun");
      if (!source.take_signal()) continue;
      source.perform();
      handled = true;
    }
    now.clear();
    lock.lock();
    if (handled && after_one && !stopped_) return result(kCFRunLoopRunHandledSource);
    if (handled || stopped_) continue;
    const auto is_woken = [&] { return wakes_ || stopped_; };
    if (!ends) {
      woken_.wait(lock, is_woken);
    } else if (!woken_.wait_until(lock, until, is_woken)) {
      return result(kCFRunLoopRunTimedOut);
    }
    wakes_ = false;
  }
}

void RunLoop::stop() {
  const std::lock_guard lock(mutex_);
  if (!runs_) return;
  stopped_ = true;
  woken_.notify_all();
}

void RunLoop::wake() {
  const std::lock_guard lock(mutex_);
  wakes_ = true;
  woken_.notify_all();
}

void RunLoop::add(Source& source) {
  const std::lock_guard lock(mutex_);
  const auto same = [&](const Held& one) { return one.get() == ref<CFTypeRef>(&source); };
  if (std::any_of(sources_.begin(), sources_.end(), same)) return;
  sources_.push_back(Held::retained(ref<CFTypeRef>(&source)));
  std::stable_sort(sources_.begin(), sources_.end(), [](const Held& one, const Held& other) {
    return as<Source>(one.get(), "CFRunLoop").order < as<Source>(other.get(), "CFRunLoop").order;
  });
  {
    const std::lock_guard of_source(source.mutex_);
    source.loops_.push_back(this);
  }
  wakes_ = true;
  woken_.notify_all();
}

void RunLoop::remove(Source& source) {
  Held gone;
  const std::lock_guard lock(mutex_);
  const auto at = std::find_if(sources_.begin(), sources_.end(),
                               [&](const Held& one) { return one.get() == ref<CFTypeRef>(&source); });
  if (at == sources_.end()) return;
  gone = std::move(*at);
  sources_.erase(at);
  const std::lock_guard of_source(source.mutex_);
  source.loops_.erase(std::remove(source.loops_.begin(), source.loops_.end(), this), source.loops_.end());
  wakes_ = true;
  woken_.notify_all();
}

void Source::arrive() {
  signal();
  std::vector<RunLoop*> loops;
  {
    const std::lock_guard lock(mutex_);
    loops = loops_;
  }
  for (RunLoop* loop : loops) loop->wake();
}

void Source::invalidate() {
  if (!valid_.exchange(false)) return;
  std::vector<RunLoop*> loops;
  {
    const std::lock_guard lock(mutex_);
    loops = loops_;
  }
  for (RunLoop* loop : loops) loop->remove(*this);
}

}  // namespace axsim

using axsim::as;
using axsim::ref;
using axsim::RunLoop;
using axsim::Source;

const CFRunLoopMode kCFRunLoopDefaultMode = CFSTR("kCFRunLoopDefaultMode");
const CFRunLoopMode kCFRunLoopCommonModes = CFSTR("kCFRunLoopCommonModes");

CFTypeID CFRunLoopGetTypeID() { return static_cast<CFTypeID>(RunLoop::kType); }
CFRunLoopRef CFRunLoopGetCurrent() { return ref<CFRunLoopRef>(&RunLoop::current()); }

CFRunLoopRef CFRunLoopGetMain() {
  static const auto main = ref<CFRunLoopRef>(new RunLoop);
  return main;
}

void CFRunLoopRun() { RunLoop::current().run(std::numeric_limits<double>::infinity(), false); }

CFRunLoopRunResult CFRunLoopRunInMode(CFRunLoopMode mode, CFTimeInterval seconds, Boolean returnAfterSourceHandled) {
  if (!CFEqual(mode, kCFRunLoopDefaultMode))
    axsim::misused("CFRunLoopRunInMode is simulated for the default mode alone");
  return RunLoop::current().run(seconds, returnAfterSourceHandled);
}

void CFRunLoopStop(CFRunLoopRef rl) { as<RunLoop>(rl, "CFRunLoopStop").stop(); }
void CFRunLoopWakeUp(CFRunLoopRef rl) { as<RunLoop>(rl, "CFRunLoopWakeUp").wake(); }

void CFRunLoopAddSource(CFRunLoopRef rl, CFRunLoopSourceRef source, CFRunLoopMode) {
  as<RunLoop>(rl, "CFRunLoopAddSource").add(as<Source>(source, "CFRunLoopAddSource"));
}

void CFRunLoopRemoveSource(CFRunLoopRef rl, CFRunLoopSourceRef source, CFRunLoopMode) {
  as<RunLoop>(rl, "CFRunLoopRemoveSource").remove(as<Source>(source, "CFRunLoopRemoveSource"));
}

CFTypeID CFRunLoopSourceGetTypeID() { return static_cast<CFTypeID>(Source::kType); }

CFRunLoopSourceRef CFRunLoopSourceCreate(CFAllocatorRef, CFIndex order, CFRunLoopSourceContext* context) {
  if (context == nullptr || context->version != 0) axsim::misused("CFRunLoopSourceCreate wants a context of version 0");
  void* info = context->info;
  if (context->retain != nullptr) context->retain(info);
  const auto perform = context->perform;
  const auto release = context->release;
  return ref<CFRunLoopSourceRef>(new Source(
      order,
      [perform, info] {
        if (perform != nullptr) perform(info);
      },
      [release, info] {
        if (release != nullptr) release(info);
      }));
}

void CFRunLoopSourceInvalidate(CFRunLoopSourceRef source) {
  as<Source>(source, "CFRunLoopSourceInvalidate").invalidate();
}
void CFRunLoopSourceSignal(CFRunLoopSourceRef source) { as<Source>(source, "CFRunLoopSourceSignal").signal(); }
