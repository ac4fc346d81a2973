#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/remote/layout.h"

namespace surehand::wayland::remote {

// The compositor's seat, as its clients are told of it. The connection is kept: KWin 5.27 takes 2.6 s to let Node connect. Not thread-safe.
class Seat {
 public:
  explicit Seat(std::string socket) : socket_(std::move(socket)) {}

  Result<bool> has_keyboard(const Limits& limits);
  // Of the keymap that the compositor hands to its clients. UNSUPPORTED without a keyboard, or without libxkbcommon.
  Result<Layout> layout(const Limits& limits);

 private:
  Status connect(const Limits& limits);
  // Hears what changed.
  Status follow(const Limits& limits);
  Status take_keyboard(const Limits& limits);

  const std::string socket_;
  std::unique_ptr<Connection> connection_;
  ObjectId seat_ = kNull, keyboard_ = kNull;
  uint32_t version_ = 0;
  bool has_keyboard_ = false;
  std::string keymap_;
  std::optional<Layout> layout_;  // of keymap_
};

}  // namespace surehand::wayland::remote
