#include "core/seam/launch.h"

#include "core/seam/given.h"

namespace surehand {

Result<LaunchOptions> LaunchOptions::from_json(const json::Value& value) {
  LaunchOptions options;
  options.command = value["command"].as_string();
  options.name = value["name"].as_string();
  if (options.command.empty() == options.name.empty()) {
    return given::invalid(
        "launch needs either a `command`, an executable or an application's id, or a displayed `name`");
  }
  for (const auto& argument : value["arguments"].as_array()) options.arguments.emplace_back(argument.as_string());
  options.environment = given::text_members(value["environment"]);
  options.working_directory = value["workingDirectory"].as_string();
  return options;
}

}  // namespace surehand
