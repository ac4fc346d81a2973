#pragma once

#include <sys/types.h>

#include <mutex>
#include <optional>
#include <vector>

#include "core/limits.h"
#include "platform/linux/desktop_entry.h"
#include "platform/linux/environment.h"
#include "platform/linux/fd.h"

namespace surehand::atspi {

// The programs that a desktop has started, so that what has ended of them does not stay behind as a zombie.
// Thread-safe.
class Children {
 public:
  // Starts a program in a session of its own, with nothing on its standard streams. Its id, which is also the
  // id of its session and process group.
  Result<pid_t> start(const Program& program, const Environment& environment);

  // How the child ended (as in waitpid), or nothing while it runs. For what is not a child: 0.
  std::optional<int> ended(pid_t child);
  // Buries those that have ended.
  void reap();

  ~Children() { reap(); }

 private:
  std::optional<int> ended_locked(pid_t child);

  struct Child {
    pid_t pid;
    std::optional<int> status;
  };
  std::mutex mutex_;
  std::vector<Child> children_;
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
