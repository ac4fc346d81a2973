#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "cf/object.h"

namespace axsim {

class Source;

// One thread's. A stop that comes while it does not run is lost, a signal alone does not wake it: both as on macOS.
class RunLoop final : public Object {
 public:
  static constexpr Type kType = Type::kRunLoop;
  RunLoop() : Object(kType, Lives::kForever) {}

  static RunLoop& current();

  CFRunLoopRunResult run(double seconds, bool after_one);
  void stop();
  void wake();
  void add(Source& source);
  void remove(Source& source);

 private:
  std::mutex mutex_;
  std::condition_variable woken_;
  std::vector<Held> sources_;
  bool runs_ = false;
  bool stopped_ = false;
  bool wakes_ = false;
};

class Source final : public Object {
 public:
  static constexpr Type kType = Type::kRunLoopSource;
  Source(CFIndex order, std::function<void()> perform, std::function<void()> released)
      : Object(kType), order(order), perform_(std::move(perform)), released_(std::move(released)) {}
  void end() override {
    if (released_) released_();
  }

  const CFIndex order;

  void signal() { signalled_ = true; }
  // And wakes the loops that it is in, as the system does for a message that comes.
  void arrive();
  bool take_signal() { return valid_ && signalled_.exchange(false); }
  bool is_valid() const { return valid_; }
  void perform() const { perform_(); }
  void invalidate();

 private:
  friend class RunLoop;
  const std::function<void()> perform_;
  const std::function<void()> released_;
  std::atomic<bool> signalled_{false};
  std::atomic<bool> valid_{true};
  std::mutex mutex_;
  std::vector<RunLoop*> loops_;
};

}  // namespace axsim
