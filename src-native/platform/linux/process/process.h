#pragma once

#include <sys/types.h>

#include <deque>
#include <map>
#include <mutex>
#include <optional>

#include "core/run/limits.h"
#include "platform/linux/process/desktop_entry.h"
#include "platform/linux/process/environment.h"
#include "platform/linux/process/fd.h"
#include "platform/linux/process/output.h"

namespace surehand::atspi {

// The programs that this process has started, so that what has ended of them does not stay behind as a zombie for
// longer than until the next look at the applications. Of all desktops together: a program may outlive the one that
// started it. Thread-safe.
class Children {
 public:
  static Children& of_this_process();

  // Starts a program in a session of its own, with nothing to read, and what it writes kept. Its id, which is also the id of its
  // session and process group.
  Result<pid_t> start(const Program& program, const Environment& environment);

  // What it has said so far and how it ended; nothing for what is no child, or was one of long ago.
  std::optional<ProgramReport> report(pid_t child);
  // How the child ended (as in waitpid), or nothing while it runs. For what is not a child: 0.
  std::optional<int> ended(pid_t child);
  // Buries those that have ended.
  void reap();

 private:
  struct Child {
    std::optional<int> status;
    Output output;
    Output error;
  };
  // If it has ended and was not buried before.
  void bury(pid_t id, Child& child);

  std::mutex mutex_;
  std::map<pid_t, Child> children_;
  std::deque<pid_t> ended_;  // those of which reports are kept, the oldest first
};

// A process, held so that its id cannot come to mean another one.
class Process {
 public:
  // Nothing when there is no such process.
  static std::optional<Process> open(pid_t pid);

  bool running() const;
  void signal(int number) const;
  // Whether it ended within the limits.
  bool wait(const Limits& limits) const;

 private:
  Process(pid_t pid, Fd fd) : pid_(pid), fd_(std::move(fd)) {}

  pid_t pid_;
  Fd fd_;  // none on kernels before 5.3
};

}  // namespace surehand::atspi
