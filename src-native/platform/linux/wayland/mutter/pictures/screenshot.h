#pragma once

#include <optional>
#include <vector>

#include "core/seam/display.h"
#include "core/seam/image.h"
#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

// The part of `area` that is on the displays, or all of it where none is given. INVALID_ARGUMENT when no part of it is.
Result<Rect> shown_part(const std::vector<surehand::Display>& displays, const std::optional<Rect>& area);

// A picture of an area of the displays by org.gnome.Shell.Screenshot. PERMISSION_DENIED outside of unsafe mode, UNSUPPORTED without GNOME
// Shell.
Result<Image> picture_by_shell(dbus::Connection& bus, const Rect& bounds, const Limits& limits);

}  // namespace surehand::wayland::mutter
