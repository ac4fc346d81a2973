#include "platform/linux/process/process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "platform/posix/children.h"

namespace surehand::atspi {

std::optional<Process> Process::open(pid_t pid) {
  if (pid <= 1) return std::nullopt;
#ifdef SYS_pidfd_open
  Fd fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!fd && errno == ESRCH) return std::nullopt;
#else
  Fd fd;
#endif
  if (!fd && !is_running(pid)) return std::nullopt;
  return Process(pid, std::move(fd));
}

bool Process::running() const {
  if (!fd_) return kill(pid_, 0) == 0;
  pollfd ready = {fd_.get(), POLLIN, 0};
  return poll(&ready, 1, 0) == 0;
}

void Process::signal(int number) const {
#ifdef SYS_pidfd_send_signal
  if (fd_) {
    syscall(SYS_pidfd_send_signal, fd_.get(), number, nullptr, 0);
    return;
  }
#endif
  kill(pid_, number);
}

bool Process::wait(const Limits& limits) const {
  while (running()) {
    if (limits.expired() || limits.cancelled()) return false;
    pollfd ready = {fd_.get(), POLLIN, 0};
    poll(&ready, fd_ ? 1 : 0, static_cast<int>(std::min<int64_t>(limits.remaining().count(), 20)));
  }
  return true;
}

}  // namespace surehand::atspi
