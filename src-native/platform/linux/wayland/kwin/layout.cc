#include "platform/linux/wayland/kwin/layout.h"

#include <algorithm>

namespace surehand::wayland::kwin {
namespace {

// Between the kernel's numbers and XKB's.
constexpr uint32_t kOffset = 8;
constexpr Keysym kLevel3 = 0xfe03, kLevel5 = 0xfe11;
constexpr uint32_t kShiftCode = 42;

uint32_t bit_of(const Xkb& xkb, void* keymap, const char* modifier) {
  const uint32_t index = xkb.mod_get_index(keymap, modifier);
  return index < 32 ? 1u << index : 0;
}

// A keymap while it is read.
class Reading {
 public:
  Reading(const Xkb& xkb, void* keymap, uint32_t group) : xkb_(xkb), keymap_(keymap), group_(group) {}

  std::map<Keysym, Chord> run() {
    // What gives the higher levels is a key of the layout itself.
    each_key([&](uint32_t key, uint32_t, Keysym keysym, const std::vector<uint32_t>& masks) {
      const bool plain = std::find(masks.begin(), masks.end(), 0u) != masks.end();
      if (keysym == kLevel3 && plain && level3_ == 0) level3_ = key - kOffset;
      if (keysym == kLevel5 && plain && level5_ == 0) level5_ = key - kOffset;
    });
    holders_ = {{bit_of(xkb_, keymap_, "Shift"), kShiftCode}};
    if (level3_ != 0) holders_.push_back({bit_of(xkb_, keymap_, "Mod5"), level3_});
    if (level5_ != 0) holders_.push_back({bit_of(xkb_, keymap_, "Mod3"), level5_});
    each_key([&](uint32_t key, uint32_t, Keysym keysym, const std::vector<uint32_t>& masks) {
      for (const uint32_t mask : masks) {
        auto with = holders_of(mask);
        if (!with) continue;
        const auto known = chords_.find(xkb_.canonical(keysym));
        // The fewest keys; of those the first one: the numeric pad's come later.
        if (known != chords_.end() && known->second.with.size() <= with->size()) continue;
        chords_[xkb_.canonical(keysym)] = {key - kOffset, std::move(*with)};
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

  const Xkb& xkb_;
  void* keymap_;
  uint32_t group_;
  uint32_t level3_ = 0, level5_ = 0;
  std::vector<std::pair<uint32_t, uint32_t>> holders_;  // a modifier's bit, the code of the key that gives it
  std::map<Keysym, Chord> chords_;
};

}  // namespace

Result<Layout> Layout::parse(std::string_view keymap, uint32_t group) {
  SUREHAND_TRY(xkb, Xkb::get());
  Layout layout;
  layout.xkb_ = *xkb;
  SUREHAND_CHECK(layout.xkb_->read(keymap, [&](void* parsed) {
    layout.groups_ = layout.xkb_->num_layouts(parsed);
    layout.chords_ = Reading(*layout.xkb_, parsed, group).run();
    for (uint32_t other = 0; other < layout.groups_; ++other) {
      if (other != group) layout.elsewhere_.merge(Reading(*layout.xkb_, parsed, other).run());
    }
  }));
  return layout;
}

std::optional<Chord> Layout::find(Keysym keysym) const {
  const auto found = chords_.find(xkb_->canonical(keysym));
  return found == chords_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Chord> Layout::find_elsewhere(Keysym keysym) const {
  const auto found = elsewhere_.find(xkb_->canonical(keysym));
  return found == elsewhere_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace surehand::wayland::kwin
