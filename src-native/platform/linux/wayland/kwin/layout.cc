#include "platform/linux/wayland/kwin/layout.h"

#include <dlfcn.h>

#include <algorithm>

namespace surehand::wayland::kwin {
namespace {

// Between the kernel's numbers and XKB's.
constexpr uint32_t kOffset = 8;
constexpr Keysym kLevel3 = 0xfe03, kLevel5 = 0xfe11;
constexpr uint32_t kShiftCode = 42;

// What is used of libxkbcommon: https://xkbcommon.org/doc/current/. It is not linked, so that the addon loads where there is none.
struct Library {
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
  bool whole = false;

  Library() {
    void* const library = dlopen("libxkbcommon.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    whole = true;
    const auto take = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      whole = whole && function != nullptr;
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
};

const Library& library() {
  static const Library loaded;
  return loaded;
}

uint32_t bit_of(void* keymap, const char* modifier) {
  const uint32_t index = library().mod_get_index(keymap, modifier);
  return index < 32 ? 1u << index : 0;
}

// Many characters have a keysym of their own and one by their number in Unicode: the latter.
Keysym canonical(Keysym keysym) {
  constexpr uint32_t kUnicode = 0x1000000, kLatin1 = 0xff;
  const uint32_t character = library().keysym_to_utf32(keysym);
  return character > kLatin1 ? kUnicode | character : keysym;
}

// A keymap while it is read.
class Reading {
 public:
  Reading(void* keymap, uint32_t group) : xkb_(library()), keymap_(keymap), group_(group) {}

  std::map<Keysym, Chord> run() {
    // What gives the higher levels is a key of the layout itself.
    each_key([&](uint32_t key, uint32_t, Keysym keysym, const std::vector<uint32_t>& masks) {
      const bool plain = std::find(masks.begin(), masks.end(), 0u) != masks.end();
      if (keysym == kLevel3 && plain && level3_ == 0) level3_ = key - kOffset;
      if (keysym == kLevel5 && plain && level5_ == 0) level5_ = key - kOffset;
    });
    holders_ = {{bit_of(keymap_, "Shift"), kShiftCode}};
    if (level3_ != 0) holders_.push_back({bit_of(keymap_, "Mod5"), level3_});
    if (level5_ != 0) holders_.push_back({bit_of(keymap_, "Mod3"), level5_});
    each_key([&](uint32_t key, uint32_t, Keysym keysym, const std::vector<uint32_t>& masks) {
      for (const uint32_t mask : masks) {
        auto with = holders_of(mask);
        if (!with) continue;
        const auto known = chords_.find(canonical(keysym));
        // The fewest keys; of those the first one: the numeric pad's come later.
        if (known != chords_.end() && known->second.with.size() <= with->size()) continue;
        chords_[canonical(keysym)] = {key - kOffset, std::move(*with)};
      }
    });
    return std::move(chords_);
  }

 private:
  template <class Visit>
  void each_key(Visit visit) {
    const uint32_t last = std::min<uint32_t>(xkb_.max_keycode(keymap_), 255);
    for (uint32_t key = std::max(kOffset + 1, xkb_.min_keycode(keymap_)); key <= last; ++key) {
      const uint32_t groups = xkb_.num_layouts_for_key(keymap_, key);
      if (groups == 0) continue;
      const uint32_t group = group_ % groups;
      for (uint32_t level = 0; level < xkb_.num_levels_for_key(keymap_, key, group); ++level) {
        const uint32_t* keysyms = nullptr;
        if (xkb_.key_get_syms_by_level(keymap_, key, group, level, &keysyms) != 1) continue;
        std::vector<uint32_t> masks(32);
        masks.resize(xkb_.key_get_mods_for_level(keymap_, key, group, level, masks.data(), masks.size()));
        visit(key, level, keysyms[0], masks);
      }
    }
  }

  // Nothing where it takes what is no key to hold, as a lock.
  std::optional<std::vector<uint32_t>> holders_of(uint32_t mask) const {
    std::vector<uint32_t> with;
    for (const auto& [bit, code] : holders_) {
      if ((mask & bit) == 0) continue;
      mask &= ~bit;
      with.push_back(code);
    }
    return mask == 0 ? std::optional(with) : std::nullopt;
  }

  const Library& xkb_;
  void* keymap_;
  uint32_t group_;
  uint32_t level3_ = 0, level5_ = 0;
  std::vector<std::pair<uint32_t, uint32_t>> holders_;  // a modifier's bit, the code of the key that gives it
  std::map<Keysym, Chord> chords_;
};

}  // namespace

Result<Layout> Layout::parse(std::string_view keymap, uint32_t group) {
  const Library& xkb = library();
  if (!xkb.whole) {
    return Error{ErrorCode::kUnsupported, "the keyboard layout cannot be read without libxkbcommon 1.0 or newer; install libxkbcommon0", {}};
  }
  constexpr int kText = 1;
  void* const context = xkb.context_new(0);
  void* const parsed =
      context == nullptr ? nullptr : xkb.keymap_new_from_buffer(context, keymap.data(), keymap.size(), kText, 0);
  Layout layout;
  if (parsed != nullptr) {
    layout.groups_ = xkb.num_layouts(parsed);
    layout.chords_ = Reading(parsed, group).run();
    for (uint32_t other = 0; other < layout.groups_; ++other) {
      if (other != group) layout.elsewhere_.merge(Reading(parsed, other).run());
    }
    xkb.keymap_unref(parsed);
  }
  if (context != nullptr) xkb.context_unref(context);
  if (layout.chords_.empty()) {
    return Error{ErrorCode::kUnsupported, "libxkbcommon cannot read the keyboard layout of the compositor", {}};
  }
  return layout;
}

std::optional<Chord> Layout::find(Keysym keysym) const {
  const auto found = chords_.find(canonical(keysym));
  return found == chords_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Chord> Layout::find_elsewhere(Keysym keysym) const {
  const auto found = elsewhere_.find(canonical(keysym));
  return found == elsewhere_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace surehand::wayland::kwin
