#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace surehand {

// The environment a desktop was opened with. Nothing on this platform reads the process's own after that, so
// that several desktops can be open in one process.
class Environment {
 public:
  Environment() = default;
  explicit Environment(std::vector<std::pair<std::string, std::string>> variables) : variables_(std::move(variables)) {}

  // Nothing when the variable is not set or empty; the last of several wins.
  std::optional<std::string> get(std::string_view name) const {
    for (auto it = variables_.rbegin(); it != variables_.rend(); ++it) {
      if (it->first != name) continue;
      if (it->second.empty()) return std::nullopt;
      return it->second;
    }
    return std::nullopt;
  }

  const std::vector<std::pair<std::string, std::string>>& variables() const { return variables_; }

 private:
  std::vector<std::pair<std::string, std::string>> variables_;
};

}  // namespace surehand
