#include "platform/macos/process/process.h"

#include "platform/posix/children.h"

namespace surehand::ax {

bool wait_for_end(pid_t pid, const Limits& limits) {
  constexpr Milliseconds kRecheck{10};
  // A child that has ended is there until it is buried.
  for (;;) {
    Children::of_this_process().reap();
    if (!is_running(pid)) return true;
    if (limits.expired() || limits.cancelled()) return false;
    limits.sleep_until(Clock::now() + kRecheck);
  }
}

}  // namespace surehand::ax
