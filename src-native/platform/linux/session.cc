#include "platform/linux/session.h"

#include "platform/linux/atspi/bus.h"
#include "platform/linux/wayland/screen.h"
#include "platform/linux/x11/screen.h"

namespace surehand::atspi {
namespace {

// The window system that the environment names.
std::unique_ptr<screen::Screen> open_screen(const Environment& environment, const Limits& limits) {
  // Under Wayland DISPLAY is Xwayland's, which neither shows nor reaches the windows of other clients.
  if (environment.get("WAYLAND_DISPLAY") && environment.get("XDG_SESSION_TYPE").value_or("wayland") == "wayland") {
    return wayland::open(environment, limits);
  }
  return x11::open(environment, limits);
}

}  // namespace

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits& limits) {
  auto session = std::make_unique<Session>();
  session->environment = Environment(options.environment);
  auto bus = open_bus(session->environment, limits);
  if (!bus.ok()) return bus.take_error();
  session->bus = bus.take();
  session->screen = open_screen(session->environment, limits);
  return session;
}

}  // namespace surehand::atspi
