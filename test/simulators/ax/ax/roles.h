#pragma once

#include <string>

#include "ax/desktop.h"

namespace axsim {

struct AxRole {
  std::string role;
  std::string subrole;  // may be empty
};

// What an application of macOS says of such a node; a `platformRole` of the world that begins with AX goes before (`AXRole` or
// `AXRole/AXSubrole`).
AxRole ax_role(const World& world, const Node& node);

bool is_window(const Node& node);  // top-level
bool is_in_menu_bar(const Node& node);
// Shows what it holds in a menu that it opens.
bool opens_menu(const Node& node);
bool is_pop_up(const Node& node);

}  // namespace axsim
