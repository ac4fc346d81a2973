#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/tree/rect.h"
#include "platform/linux/dbus/wire.h"

namespace surehand::wayland::portal {

// Device types of org.freedesktop.portal.RemoteDesktop.
inline constexpr uint32_t kKeyboard = 1, kPointer = 2;
// A source type of org.freedesktop.portal.ScreenCast, and one of its cursor modes.
inline constexpr uint32_t kMonitor = 1, kHidden = 1;

// A screen that is cast.
struct Stream {
  uint32_t node = 0;          // of PipeWire
  std::optional<Rect> place;  // on the screen, where it is a monitor and the portal says where
};

// What a Response of org.freedesktop.portal.Request says. What an answer does not have is empty.
struct Answer {
  uint32_t code = 0;  // 0: done, 1: a person refused, 2: it ended otherwise
  std::string session;
  uint32_t devices = 0;
  std::optional<Stream> stream;  // the first one
  std::string restore_token;
  bool clipboard = false;  // it is given
};

// Nothing when it is no answer, or one of its members has another type than the portal's documentation says, or a value that cannot be.
std::optional<Answer> answer_in(dbus::Reader body);

// Whether a restore token can be kept, and handed back later.
bool is_restore_token(std::string_view text);

}  // namespace surehand::wayland::portal
