#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "core/result.h"
#include "platform/linux/screen/keysyms.h"

namespace surehand::wayland {

// What is used of libxkbcommon, which every desktop with Wayland has: https://xkbcommon.org/doc/current/. It is not linked, so that the
// addon loads where there is none.
struct Xkb {
  // UNSUPPORTED where it is not installed.
  static Result<const Xkb*> get();

  void* (*context_new)(int);
  void (*context_unref)(void*);
  void* (*keymap_new_from_buffer)(void*, const char*, size_t, int, int);
  void (*keymap_unref)(void*);
  uint32_t (*min_keycode)(void*);
  uint32_t (*max_keycode)(void*);
  uint32_t (*num_layouts)(void*);
  uint32_t (*num_layouts_for_key)(void*, uint32_t);
  uint32_t (*num_levels_for_key)(void*, uint32_t, uint32_t);
  int (*key_get_syms_by_level)(void*, uint32_t, uint32_t, uint32_t, const uint32_t**);
  size_t (*key_get_mods_for_level)(void*, uint32_t, uint32_t, uint32_t, uint32_t*, size_t);
  uint32_t (*mod_get_index)(void*, const char*);
  uint32_t (*keysym_to_utf32)(uint32_t);

  // Hands a keymap in the XKB text format to `read`. UNSUPPORTED when it cannot be read.
  Status read(std::string_view keymap, const std::function<void(void*)>& read) const;
  // Many characters have a keysym of their own and one by their number in Unicode: the latter.
  screen::Keysym canonical(screen::Keysym keysym) const;

 private:
  Xkb();

  bool whole_ = false;
};

}  // namespace surehand::wayland
