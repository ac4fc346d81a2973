#pragma once

#include <sys/types.h>

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/seam/launch.h"
#include "platform/posix/environment.h"
#include "platform/posix/output.h"

namespace surehand {

// A program to start: its file, and all its arguments with argv[0].
struct Program {
  std::string file;
  std::vector<std::string> arguments;
  std::string working_directory;
};

// The programs that this process has started, so that what has ended of them does not stay behind as a zombie for
// longer than until the next look at the applications. Of all desktops together: a program may outlive the one that
// started it. Thread-safe.
class Children {
 public:
  static Children& of_this_process();

  // Starts a program in a session of its own, with nothing to read, and what it writes kept. Its id, which is also the id of its
  // session and process group.
  Result<pid_t> start(const Program& program, const Environment& environment);
  // One that the system has started for us (`open`), of which nothing is known but that it runs.
  void adopt(pid_t pid);

  // What it has said so far and how it ended; nothing for what was not started from here, or long ago.
  std::optional<ProgramReport> report(pid_t pid);
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
  std::set<pid_t> adopted_;
  std::deque<pid_t> ended_;  // those of which reports are kept, the oldest first
};

bool is_running(pid_t pid);

// Of how a child ended: whether not well, and as a part of a sentence.
bool failed(int status);
std::string how_it_ended(int status);

}  // namespace surehand
