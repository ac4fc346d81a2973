#pragma once

#include <optional>
#include <vector>

#include "core/seam/display.h"
#include "core/seam/image.h"
#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

// A picture of `area`, or of all displays, by org.gnome.Shell.Screenshot. INVALID_ARGUMENT when no part of the area is on a display,
// PERMISSION_DENIED outside of unsafe mode.
Result<Image> screenshot(dbus::Connection& bus, const std::vector<surehand::Display>& displays,
                         const std::optional<Rect>& area, const Limits& limits);

}  // namespace surehand::wayland::mutter
