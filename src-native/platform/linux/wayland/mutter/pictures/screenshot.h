#pragma once

#include "core/seam/image.h"
#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

// A picture of an area of the displays by org.gnome.Shell.Screenshot. PERMISSION_DENIED outside of unsafe mode, UNSUPPORTED without GNOME
// Shell.
Result<Image> picture_by_shell(dbus::Connection& bus, const Rect& bounds, const Limits& limits);

}  // namespace surehand::wayland::mutter
