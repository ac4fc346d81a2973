#pragma once

#include <algorithm>
#include <mutex>

#include "core/result.h"
#include "core/run/limits.h"

namespace surehand::screen {

// The keyboard and the pointer, which one call at a time uses.
class InputLock {
 public:
  // Held for as long as what this gives.
  Result<std::unique_lock<std::timed_mutex>> take(const Limits& limits) {
    std::unique_lock lock(mutex_, std::defer_lock);
    while (!lock.try_lock_for(std::min(limits.remaining(), Milliseconds(20)))) {
      if (auto error = limits.exceeded("the keyboard and the pointer to be free")) return std::move(*error);
    }
    return lock;
  }

 private:
  std::timed_mutex mutex_;
};

}  // namespace surehand::screen
