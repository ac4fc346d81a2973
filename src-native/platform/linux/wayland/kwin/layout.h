#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "platform/linux/screen/keysyms.h"
#include "platform/linux/wayland/xkbcommon.h"

namespace surehand::wayland::kwin {

using screen::Keysym;

// A key as the kernel numbers them, and the keys that have to be held for it to be the keysym: Shift, AltGr.
struct Chord {
  uint32_t code = 0;
  std::vector<uint32_t> with;
};

// The keyboard layout that KWin uses: which keys type what.
class Layout {
 public:
  // UNSUPPORTED when libxkbcommon is not installed or takes nothing from the text. `group`: which of the person's layouts.
  static Result<Layout> parse(std::string_view keymap, uint32_t group);

  std::optional<Chord> find(Keysym keysym) const;
  // As find(), in the person's other layouts: where the one in use has no letters of Latin's, programs take shortcuts from those.
  std::optional<Chord> find_elsewhere(Keysym keysym) const;
  // Whether the keymap has more layouts than the one.
  bool has_groups() const { return groups_ > 1; }

 private:
  const Xkb* xkb_ = nullptr;
  std::map<Keysym, Chord> chords_, elsewhere_;
  uint32_t groups_ = 0;
};

}  // namespace surehand::wayland::kwin
