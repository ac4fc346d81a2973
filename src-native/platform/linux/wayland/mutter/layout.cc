#include "platform/linux/wayland/mutter/layout.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <memory>
#include <set>
#include <utility>

#include "platform/linux/wayland/connection.h"

namespace surehand::mutter {
namespace {

using screen::Keysym;

// wl_seat, wl_keyboard
constexpr uint16_t kGetKeyboard = 1;
constexpr uint16_t kCapabilities = 0, kKeymap = 0;
constexpr uint32_t kKeyboard = 2;
constexpr uint32_t kTextFormat = 1;
constexpr uint32_t kMostKeymap = 4u << 20;  // bytes

// Levels that mutter knows the modifiers of: none, Shift, AltGr.
constexpr uint32_t kLevels = 3;
// What a keysym is for a character that has no other.
constexpr Keysym kUnicode = 0x01000000;

// libxkbcommon, which mutter itself needs.
struct Xkb {
  static const Xkb* get() {
    static const Xkb xkb;
    return xkb.ok ? &xkb : nullptr;
  }

  void* (*context_new)(int flags) = nullptr;
  void (*context_unref)(void*) = nullptr;
  void* (*keymap_new_from_string)(void* context, const char* text, int format, int flags) = nullptr;
  void (*keymap_unref)(void*) = nullptr;
  uint32_t (*min_keycode)(void*) = nullptr;
  uint32_t (*max_keycode)(void*) = nullptr;
  uint32_t (*num_layouts)(void*) = nullptr;
  uint32_t (*num_levels)(void*, uint32_t key, uint32_t layout) = nullptr;
  int (*syms_by_level)(void*, uint32_t key, uint32_t layout, uint32_t level, const uint32_t** syms) = nullptr;
  uint32_t (*keysym_to_utf32)(uint32_t) = nullptr;
  bool ok = false;

 private:
  Xkb() {
    void* library = dlopen("libxkbcommon.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    ok = true;
    const auto load = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      ok = ok && function != nullptr;
    };
    load(context_new, "xkb_context_new");
    load(context_unref, "xkb_context_unref");
    load(keymap_new_from_string, "xkb_keymap_new_from_string");
    load(keymap_unref, "xkb_keymap_unref");
    load(min_keycode, "xkb_keymap_min_keycode");
    load(max_keycode, "xkb_keymap_max_keycode");
    load(num_layouts, "xkb_keymap_num_layouts");
    load(num_levels, "xkb_keymap_num_levels_for_key");
    load(syms_by_level, "xkb_keymap_key_get_syms_by_level");
    load(keysym_to_utf32, "xkb_keysym_to_utf32");
  }
};

// The keysyms of a layout that mutter can press: it takes the first key and level that has one.
std::set<Keysym> keysyms_of(const Xkb& xkb, void* keymap, uint32_t layout) {
  std::set<Keysym> seen, usable;
  for (uint32_t key = xkb.min_keycode(keymap); key <= xkb.max_keycode(keymap); ++key) {
    const uint32_t levels = xkb.num_levels(keymap, key, layout);
    for (uint32_t level = 0; level < levels; ++level) {
      const uint32_t* syms = nullptr;
      if (xkb.syms_by_level(keymap, key, layout, level, &syms) != 1) continue;
      if (seen.insert(syms[0]).second && level < kLevels) usable.insert(syms[0]);
    }
  }
  return usable;
}

// A seat of the compositor, of a connection of its own.
struct Seat {
  static Result<std::unique_ptr<Seat>> open(const std::string& socket, const Limits& limits) {
    SUREHAND_TRY(connection, wayland::Connection::open(socket, limits));
    auto self = std::make_unique<Seat>();
    self->connection = connection.take();
    self->seat = self->connection->bind("wl_seat", 1);
    if (self->seat == wayland::kNull) return Error{ErrorCode::kUnsupported, "the compositor has no seat", {}};
    self->connection->on(self->seat, [&seat = *self](wayland::Event& event) {
      if (event.opcode == kCapabilities) seat.keyboard = (event.u32() & kKeyboard) != 0;
    });
    SUREHAND_CHECK(self->connection->roundtrip(limits));
    return self;
  }

  std::unique_ptr<wayland::Connection> connection;
  wayland::ObjectId seat = wayland::kNull;
  bool keyboard = false;
};

std::string text_in(const Fd& file, uint32_t size) {
  if (!file || size == 0 || size > kMostKeymap) return {};
  void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (bytes == MAP_FAILED) return {};
  std::string text(static_cast<const char*>(bytes), size - 1);  // without its NUL
  munmap(bytes, size);
  return text;
}

}  // namespace

Result<bool> has_keyboard(const std::string& socket, const Limits& limits) {
  SUREHAND_TRY(seat, Seat::open(socket, limits));
  return (*seat)->keyboard;
}

Result<Layout> Layout::read(const std::string& socket, const Limits& limits) {
  SUREHAND_TRY(opened, Seat::open(socket, limits));
  Seat& seat = **opened;
  if (!seat.keyboard) return Error{ErrorCode::kUnsupported, "the compositor has no keyboard", {}};
  wayland::Connection& connection = *seat.connection;
  const wayland::ObjectId keyboard = connection.new_id();
  std::string text;
  connection.on(keyboard, [&](wayland::Event& event) {
    if (event.opcode != kKeymap || event.u32() != kTextFormat) return;
    const Fd file = event.fd();
    text = text_in(file, event.u32());
  });
  SUREHAND_CHECK(connection.send(wayland::Request(seat.seat, kGetKeyboard).u32(keyboard), limits));
  SUREHAND_CHECK(connection.roundtrip(limits));
  return of(text);
}

Result<Layout> Layout::of(const std::string& text) {
  const Xkb* xkb = Xkb::get();
  if (xkb == nullptr) {
    return Error{
        ErrorCode::kUnsupported, "libxkbcommon.so.0 is not installed, which tells what the keyboard can type", {}};
  }
  void* context = xkb->context_new(0);
  void* keymap = context == nullptr ? nullptr : xkb->keymap_new_from_string(context, text.c_str(), kTextFormat, 0);
  std::set<Keysym> common;
  const uint32_t layouts = keymap == nullptr ? 0 : xkb->num_layouts(keymap);
  for (uint32_t layout = 0; layout < layouts; ++layout) {
    const std::set<Keysym> own = keysyms_of(*xkb, keymap, layout);
    if (layout == 0) common = own;
    // Which one is in use is told only to the client that has the keyboard, so only what all of them have is sure.
    std::set<Keysym> both;
    for (const Keysym keysym : common) {
      if (own.count(keysym) != 0) both.insert(keysym);
    }
    common = std::move(both);
  }
  if (keymap != nullptr) xkb->keymap_unref(keymap);
  if (context != nullptr) xkb->context_unref(context);
  if (layouts == 0) return Error{ErrorCode::kUnsupported, "the compositor's keymap cannot be read", {}};
  Layout result;
  for (const Keysym keysym : common) {
    result.keysyms_[keysym] = keysym;
    if (const uint32_t character = xkb->keysym_to_utf32(keysym)) result.keysyms_.emplace(kUnicode + character, keysym);
  }
  return result;
}

std::optional<Keysym> Layout::find(Keysym keysym) const {
  auto found = keysyms_.find(keysym);
  const Xkb* xkb = Xkb::get();
  if (found == keysyms_.end() && xkb != nullptr) {
    const uint32_t character = xkb->keysym_to_utf32(keysym);
    if (character != 0) found = keysyms_.find(kUnicode + character);
  }
  return found == keysyms_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace surehand::mutter
