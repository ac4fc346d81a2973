#pragma once

#include "core/seam/launch.h"
#include "platform/linux/process/fd.h"

namespace surehand::atspi {

// Where a program that was started writes to: a file in memory and not a pipe, because a program may outlive the one that
// started it, and a write into a pipe without a reader's attention blocks it, into a closed one ends it.
class Output {
 public:
  // Without a file where the system has none: then nothing is kept.
  static Output make();

  // For the child; -1 when there is no file.
  int fd() const { return file_.get(); }
  // The end of what was written. Gives the memory of what is before that back.
  ProgramReport::Stream read() const;
  void trim() const;
  // The program has ended: what it wrote is kept and its file closed, unless a process that it left behind has that open.
  void settle();

 private:
  bool is_open_elsewhere() const;

  Fd file_;
  ProgramReport::Stream kept_;  // once there is no file
};

}  // namespace surehand::atspi
