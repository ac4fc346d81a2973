#include "platform/linux/wayland/xkbcommon.h"

#include <dlfcn.h>

#include <type_traits>

namespace surehand::wayland {

Xkb::Xkb() {
  void* const library = dlopen("libxkbcommon.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  whole_ = true;
  const auto take = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
    whole_ = whole_ && function != nullptr;
  };
  take(context_new, "xkb_context_new");
  take(context_unref, "xkb_context_unref");
  take(keymap_new_from_buffer, "xkb_keymap_new_from_buffer");
  take(keymap_unref, "xkb_keymap_unref");
  take(min_keycode, "xkb_keymap_min_keycode");
  take(max_keycode, "xkb_keymap_max_keycode");
  take(num_layouts, "xkb_keymap_num_layouts");
  take(num_layouts_for_key, "xkb_keymap_num_layouts_for_key");
  take(num_levels_for_key, "xkb_keymap_num_levels_for_key");
  take(key_get_syms_by_level, "xkb_keymap_key_get_syms_by_level");
  take(key_get_mods_for_level, "xkb_keymap_key_get_mods_for_level");
  take(mod_get_index, "xkb_keymap_mod_get_index");
  take(keysym_to_utf32, "xkb_keysym_to_utf32");
}

Result<const Xkb*> Xkb::get() {
  static const Xkb loaded;
  if (loaded.whole_) return &loaded;
  return Error{ErrorCode::kUnsupported,
               "the keyboard layout cannot be read without libxkbcommon 1.0 or newer; install libxkbcommon0",
               {}};
}

Status Xkb::read(std::string_view keymap, const std::function<void(void*)>& read) const {
  constexpr int kText = 1;
  void* const context = context_new(0);
  void* const parsed =
      context == nullptr ? nullptr : keymap_new_from_buffer(context, keymap.data(), keymap.size(), kText, 0);
  if (parsed != nullptr) {
    read(parsed);
    keymap_unref(parsed);
  }
  if (context != nullptr) context_unref(context);
  if (parsed != nullptr) return Done{};
  return Error{ErrorCode::kUnsupported, "libxkbcommon cannot read the keyboard layout of the compositor", {}};
}

screen::Keysym Xkb::canonical(screen::Keysym keysym) const {
  constexpr uint32_t kUnicode = 0x1000000, kLatin1 = 0xff;
  const uint32_t character = keysym_to_utf32(keysym);
  return character > kLatin1 ? kUnicode | character : keysym;
}

}  // namespace surehand::wayland
