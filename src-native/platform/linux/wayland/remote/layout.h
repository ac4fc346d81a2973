#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/result.h"
#include "platform/linux/screen/keysyms.h"
#include "platform/linux/wayland/xkbcommon.h"

namespace surehand::wayland::remote {

// The keysyms of the keyboard layout. A compositor that is handed keysyms, as mutter, drops what the layout has no key for, and says so to no
// program.
class Layout {
 public:
  // Of a keymap in the XKB text format. UNSUPPORTED without libxkbcommon.
  static Result<Layout> of(const std::string& keymap);

  // The keysym of the layout for that one, or for the same character. Nothing when no key has it.
  std::optional<screen::Keysym> find(screen::Keysym keysym) const;
  // Whether the compositor presses a modifier for a keysym that find() gave.
  bool is_modified(screen::Keysym keysym) const { return modified_.count(keysym) != 0; }

 private:
  const Xkb* xkb_ = nullptr;
  std::map<screen::Keysym, screen::Keysym> keysyms_;  // by the other keysym of their character, too
  std::set<screen::Keysym> modified_;
};

}  // namespace surehand::wayland::remote
