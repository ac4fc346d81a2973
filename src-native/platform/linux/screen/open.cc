#include "platform/linux/screen/screen.h"
#include "platform/linux/x11/screen.h"

namespace surehand::screen {

std::unique_ptr<Screen> open(const Environment& environment, const Limits& limits) {
  // Under Wayland DISPLAY is Xwayland's, which neither shows nor reaches the windows of other clients.
  if (environment.get("WAYLAND_DISPLAY") && environment.get("XDG_SESSION_TYPE").value_or("wayland") == "wayland") {
    return std::make_unique<Screen>(
        "this is a Wayland session, which lets no client make input for others or see the screen; use "
        "actions, or an "
        "X11 session (surehand/headless starts one)");
  }
  return x11::open(environment, limits);
}

}  // namespace surehand::screen
