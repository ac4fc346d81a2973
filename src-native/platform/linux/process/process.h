#pragma once

#include <sys/types.h>

#include <optional>
#include <utility>

#include "core/run/limits.h"
#include "platform/posix/fd.h"

namespace surehand::atspi {

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
