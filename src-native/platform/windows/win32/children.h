#pragma once

#include <windows.h>

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/run/limits.h"
#include "core/seam/launch.h"
#include "platform/windows/win32/handle.h"

namespace surehand::uia {

struct Program {
  std::wstring file;
  std::vector<std::string> arguments;  // without the program's own name
  std::string working_directory;
  std::vector<std::pair<std::string, std::string>> environment;  // on top of this process's own
};

// The programs that this process has started, of all desktops together: a program may outlive the one that started it. Thread-safe.
class Children {
 public:
  static Children& of_this_process();

  // With nothing to read, and what it writes kept. Its pid.
  Result<DWORD> start(const Program& program);
  // What it has said so far and how it ended; nothing for what was not started here, or ended long ago.
  std::optional<ProgramReport> report(DWORD pid);
  // Its exit code, once it has ended.
  std::optional<DWORD> ended(DWORD pid);
  // Whether it ended within the limits.
  bool wait(DWORD pid, const Limits& limits);
  void terminate(DWORD pid);

 private:
  // What it writes goes to a file that goes with the last that has it open, and not to a pipe: a write into a full pipe blocks.
  struct Output {
    Handle file;
    ProgramReport::Stream kept;  // once the file is closed
  };
  struct Child {
    Handle process;
    Output output, error;
  };
  static ProgramReport::Stream said(const Output& output);
  // Keeps what programs wrote that have ended, without their files, when nothing that they left behind can write there any more.
  void let_go();

  std::mutex mutex_;
  std::map<DWORD, Child> children_;
  std::deque<DWORD> order_;
};

}  // namespace surehand::uia
