#include "platform/linux/wayland/remote/layout.h"

#include <set>
#include <utility>

namespace surehand::wayland::remote {
namespace {

using screen::Keysym;

// Levels that mutter knows the modifiers of: none, Shift, AltGr.
constexpr uint32_t kLevels = 3;

// The keysyms of a layout that mutter can press: it takes the first key and level that has one. To `modified` are added those that it
// presses a modifier for.
std::set<Keysym> keysyms_of(const Xkb& xkb, void* keymap, uint32_t layout, std::set<Keysym>& modified) {
  std::set<Keysym> seen, usable;
  for (uint32_t key = xkb.min_keycode(keymap); key <= xkb.max_keycode(keymap); ++key) {
    const uint32_t levels = xkb.num_levels_for_key(keymap, key, layout);
    for (uint32_t level = 0; level < levels; ++level) {
      const uint32_t* syms = nullptr;
      if (xkb.key_get_syms_by_level(keymap, key, layout, level, &syms) != 1) continue;
      if (!seen.insert(syms[0]).second || level >= kLevels) continue;
      usable.insert(syms[0]);
      if (level > 0) modified.insert(syms[0]);
    }
  }
  return usable;
}

}  // namespace

Result<Layout> Layout::of(const std::string& text) {
  SUREHAND_TRY(xkb, Xkb::get());
  Layout result;
  result.xkb_ = *xkb;
  SUREHAND_CHECK(result.xkb_->read(text, [&](void* keymap) {
    std::set<Keysym> common;
    for (uint32_t layout = 0; layout < result.xkb_->num_layouts(keymap); ++layout) {
      const std::set<Keysym> own = keysyms_of(*result.xkb_, keymap, layout, result.modified_);
      if (layout == 0) common = own;
      // Which one is in use is told only to the client that has the keyboard, so only what all of them have is sure.
      std::set<Keysym> both;
      for (const Keysym keysym : common) {
        if (own.count(keysym) != 0) both.insert(keysym);
      }
      common = std::move(both);
    }
    for (const Keysym keysym : common) {
      result.keysyms_[keysym] = keysym;
      result.keysyms_.emplace(result.xkb_->canonical(keysym), keysym);
    }
  }));
  return result;
}

std::optional<Keysym> Layout::find(Keysym keysym) const {
  auto found = keysyms_.find(keysym);
  if (found == keysyms_.end()) found = keysyms_.find(xkb_->canonical(keysym));
  return found == keysyms_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace surehand::wayland::remote
