#pragma once

#include <optional>
#include <string>

#include "core/seam/element.h"

namespace surehand {

// What has the keyboard.
struct Foreground {
  std::string app_key;
  std::optional<Element> window;   // nothing where only its application is known
  std::optional<Element> focused;  // nothing where the system does not say: then the tree of the window does
};

}  // namespace surehand
