#pragma once

#include <optional>
#include <string>

#include "core/seam/image.h"
#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

// Why no screen can be cast; empty where it can. `pipewire` is the path of PipeWire's socket.
Result<std::string> lacks_screen_cast(dbus::Connection& bus, const std::string& pipewire, const Limits& limits);

// A picture of `area`, which is on the displays, by org.gnome.Mutter.ScreenCast: one frame of a cast, without the pointer. GNOME shows that
// the screen is shared meanwhile. UNSUPPORTED where PipeWire is not installed or does not run.
Result<Image> picture_by_cast(const std::shared_ptr<dbus::Connection>& bus, const std::string& pipewire,
                              const Rect& area, const Limits& limits);

}  // namespace surehand::wayland::mutter
