#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/run/limits.h"
#include "platform/linux/read/tree.h"
#include "platform/linux/session.h"
#include "platform/posix/environment.h"

// GTK 2: its tree comes from the modules `gail` and `atk-bridge`, of which Debian has the second in libatk-adaptor, and which a program
// loads only when GTK_MODULES names them.
namespace surehand::atspi {

bool is_gtk2(const ApplicationRecord& application);
// Whether an element is an entry of a menu: whether that shows, only its place tells (show_open_menus).
bool is_gtk2_entry(const ApplicationRecord& application, uint32_t role);

// What brings a tree to GTK 2's programs.
inline constexpr const char* kGtk2Bridge =
    "GTK 2 programs publish one with the module atk-bridge (Debian's package libatk-adaptor) and "
    "GTK_MODULES=gail:atk-bridge in their "
    "environment, which launch() sets where the module is installed";

// Whether the module is installed where GTK 2 looks for it.
bool has_gtk2_bridge();

// The value of GTK_MODULES that has a program of GTK 2 publish itself, given what it is now; nothing when this executable is no GTK 2
// program, or the module is not installed. GTK 3 would warn about these modules.
std::optional<std::string> gtk2_modules(const std::string& executable, const Environment& environment);

// The entries of open menus lack SHOWING in GTK 2, where the menu is one of a menu bar: the display tells which menus are open.
void show_open_menus(Session& session, const ApplicationRecord& application, Tree& tree, const Limits& limits);

}  // namespace surehand::atspi
