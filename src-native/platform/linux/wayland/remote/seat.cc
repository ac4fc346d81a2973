#include "platform/linux/wayland/remote/seat.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

namespace surehand::wayland::remote {
namespace {

// wl_seat, wl_keyboard
constexpr uint32_t kVersion = 3;
constexpr uint16_t kGetKeyboard = 1, kRelease = 0;
constexpr uint16_t kCapabilities = 0, kKeymap = 0;
constexpr uint32_t kKeyboard = 2;
constexpr uint32_t kTextFormat = 1;
constexpr uint32_t kMostKeymap = 4u << 20;  // bytes

std::string text_in(const Fd& file, uint32_t size) {
  if (!file || size == 0 || size > kMostKeymap) return {};
  void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (bytes == MAP_FAILED) return {};
  std::string text(static_cast<const char*>(bytes), size - 1);  // without its NUL
  munmap(bytes, size);
  return text;
}

}  // namespace

Status Seat::connect(const Limits& limits) {
  connection_.reset();
  keyboard_ = kNull;
  has_keyboard_ = false;
  SUREHAND_TRY(connection, Connection::open(socket_, limits));
  const auto seats = (*connection)->globals("wl_seat");
  if (seats.empty()) return Error{ErrorCode::kUnsupported, "the compositor has no seat", {}};
  version_ = std::min(kVersion, seats.front().version);
  seat_ = (*connection)->bind("wl_seat", seats.front(), version_);
  (*connection)->on(seat_, [this](Event& event) {
    if (event.opcode == kCapabilities) has_keyboard_ = (event.u32() & kKeyboard) != 0;
  });
  connection_ = connection.take();
  return Done{};
}

Status Seat::follow(const Limits& limits) {
  const bool is_kept = connection_ && !connection_->lost();
  if (!is_kept) SUREHAND_CHECK(connect(limits));
  auto heard = connection_->roundtrip(limits);
  // A compositor may drop one client, and live on.
  if (!heard && is_kept && connection_->lost()) {
    SUREHAND_CHECK(connect(limits));
    heard = connection_->roundtrip(limits);
  }
  if (!heard) return heard;
  if (has_keyboard_ || keyboard_ == kNull) return Done{};
  // The keyboard has gone, and the next one is another object.
  connection_->forget(keyboard_);
  const ObjectId gone = std::exchange(keyboard_, kNull);
  return version_ < kVersion ? Status(Done{}) : connection_->send(Request(gone, kRelease), limits);
}

Status Seat::take_keyboard(const Limits& limits) {
  keyboard_ = connection_->new_id();
  keymap_.clear();
  connection_->on(keyboard_, [this](Event& event) {
    if (event.opcode != kKeymap || event.u32() != kTextFormat) return;
    const Fd file = event.fd();
    std::string text = text_in(file, event.u32());
    if (text != keymap_) layout_.reset();
    keymap_ = std::move(text);
  });
  layout_.reset();
  SUREHAND_CHECK(connection_->send(Request(seat_, kGetKeyboard).u32(keyboard_), limits));
  return connection_->roundtrip(limits);
}

Result<bool> Seat::has_keyboard(const Limits& limits) {
  SUREHAND_CHECK(follow(limits));
  return has_keyboard_;
}

Result<Layout> Seat::layout(const Limits& limits) {
  SUREHAND_CHECK(follow(limits));
  if (!has_keyboard_) return Error{ErrorCode::kUnsupported, "the compositor has no keyboard", {}};
  if (keyboard_ == kNull) SUREHAND_CHECK(take_keyboard(limits));
  if (!layout_) {
    SUREHAND_TRY(layout, Layout::of(keymap_));
    layout_ = layout.take();
  }
  return *layout_;
}

}  // namespace surehand::wayland::remote
