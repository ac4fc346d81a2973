#include "platform/linux/wayland/remote/layout.h"

#include <sys/mman.h>

#include <memory>
#include <set>
#include <utility>

#include "platform/linux/wayland/connection.h"

namespace surehand::wayland::remote {
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
