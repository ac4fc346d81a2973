#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platform/linux/screen/keysyms.h"

namespace surehand::wayland {

using screen::Keysym;

// A key as the kernel numbers them (linux/input-event-codes.h), and whether Shift makes it the keysym.
struct Key {
  uint32_t code = 0;
  bool shift = false;
};

// The keyboard that we bring: an American one, with spare keys for what that has not. A client reads the keymap before the keys that come
// after it, so a new one for other characters is safe at any time, and the layout of the person's own keyboard is of no matter.
class Keymap {
 public:
  std::optional<Key> find(Keysym keysym) const;
  // Gives a spare key to each of `keysyms` that has none, and takes those of others away where they run out. False when there are
  // more than spare keys. `changed`: the keymap has to be sent again.
  bool provide(const std::vector<Keysym>& keysyms, bool& changed);
  // XKB's text format: https://xkbcommon.org/doc/current/keymap-text-format-v1.html
  std::string text() const;

  static size_t spare_keys();

 private:
  std::map<Keysym, uint32_t> lent_;
};

// The bit of a modifier in a wl_keyboard's masks, by the keysym of its key; 0 for another key.
uint32_t modifier_bit(Keysym keysym);

}  // namespace surehand::wayland
