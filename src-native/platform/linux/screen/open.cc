#include "platform/linux/screen/screen.h"
#include "platform/linux/wayland/screen.h"
#include "platform/linux/x11/screen.h"

namespace surehand::screen {

std::unique_ptr<Screen> open(const Environment& environment, const Limits& limits) {
  // Under Wayland DISPLAY is Xwayland's, which neither shows nor reaches the windows of other clients.
  if (environment.get("WAYLAND_DISPLAY") && environment.get("XDG_SESSION_TYPE").value_or("wayland") == "wayland") {
    return wayland::open(environment, limits);
  }
  return x11::open(environment, limits);
}

}  // namespace surehand::screen
