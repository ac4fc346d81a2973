#pragma once

#include <algorithm>
#include <mutex>
#include <string_view>

#include "core/result.h"
#include "core/run/limits.h"

namespace surehand {

// What one call at a time uses: the keyboard and the pointer, a connection.
class TimedLock {
 public:
  // Held for as long as what this gives. `awaited`: what a call that gives up waited for.
  Result<std::unique_lock<std::timed_mutex>> take(std::string_view awaited, const Limits& limits) {
    std::unique_lock lock(mutex_, std::defer_lock);
    while (!lock.try_lock_for(std::min(limits.remaining(), Milliseconds(20)))) {
      if (auto error = limits.exceeded(awaited)) return std::move(*error);
    }
    return lock;
  }

 private:
  std::timed_mutex mutex_;
};

}  // namespace surehand
