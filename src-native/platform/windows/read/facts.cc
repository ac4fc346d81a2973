#include "platform/windows/read/facts.h"

#include <algorithm>

namespace surehand::uia {

std::optional<std::string_view> aria_property(const Facts& facts, std::string_view name) {
  std::string_view rest = facts.aria_properties;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    const size_t equals = one.find('=');
    if (equals != std::string_view::npos && one.substr(0, equals) == name) return one.substr(equals + 1);
  }
  return std::nullopt;
}

}  // namespace surehand::uia
