#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/seam/application.h"

namespace surehand {

struct LaunchOptions {
  std::string command;  // an executable (looked up in PATH), or a desktop or bundle id, or a displayed name
  std::string name;     // instead of it, a displayed name alone
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;  // on top of the desktop's own
  std::string working_directory;

  static Result<LaunchOptions> from_json(const json::Value& value);
};

// What launch() gives: the application that shows itself, and the process that was started for it, which need not be its own (a
// wrapper script; a program that hands over to an instance that runs already).
struct Launched {
  Application application;
  int64_t process = 0;
};

// What a program that launch() started has said so far, and how it ended. Only its end is kept of what it says.
struct ProgramReport {
  static constexpr int64_t kKept = 1 << 20;  // bytes of each stream

  struct Stream {
    std::string bytes;
    uint64_t dropped = 0;  // bytes before them that were not kept
  };

  Stream output;
  Stream error;
  bool running = true;
  std::optional<int> exit_code;  // when it ended by itself
  std::string signal;            // when one ended it: `SIGSEGV`
};

}  // namespace surehand
