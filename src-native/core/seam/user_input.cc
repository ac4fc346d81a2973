#include "core/seam/user_input.h"

#include <utility>

namespace surehand {

json::Value UserInput::to_json() const {
  json::Array held;
  for (const std::string& each : modifiers) held.emplace_back(each);
  json::Object value;
  value.emplace_back("kind", kind == Kind::kKeyDown      ? "keyDown"
                             : kind == Kind::kButtonDown ? "buttonDown"
                                                         : "buttonUp");
  value.emplace_back("time", time);
  value.emplace_back("pid", pid);
  if (kind == Kind::kKeyDown) {
    value.emplace_back("key", key);
  } else {
    value.emplace_back("x", x);
    value.emplace_back("y", y);
    value.emplace_back("button", static_cast<int>(button));
  }
  value.emplace_back("modifiers", std::move(held));
  return value;
}

}  // namespace surehand
