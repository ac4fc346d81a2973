#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/result.h"

namespace surehand {

struct LaunchOptions {
  std::string command;  // an executable (looked up in PATH), or a desktop or bundle id
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment;  // on top of the desktop's own
  std::string working_directory;

  static Result<LaunchOptions> from_json(const json::Value& value);
};

}  // namespace surehand
