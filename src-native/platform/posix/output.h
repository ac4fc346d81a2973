#pragma once

#include "core/seam/launch.h"
#include "platform/posix/fd.h"

namespace surehand {

// Where a program that was started writes to: a file without a name and not a pipe, because a program may outlive the one that
// started it, and a write into a full pipe blocks it, into a closed one ends it.
class Output {
 public:
  // Without a file where there can be none: then nothing is kept.
  static Output make();

  // For the child; -1 when there is no file.
  int fd() const { return file_.get(); }
  // The end of what was written. Gives the room of what is before that back.
  ProgramReport::Stream read() const;
  void trim() const;
  // The program has ended, and all of its process group: what they wrote is kept and the file closed, unless a process that
  // they left behind has that open.
  void settle();

 private:
  Fd file_;
  ProgramReport::Stream kept_;  // once there is no file
};

}  // namespace surehand
