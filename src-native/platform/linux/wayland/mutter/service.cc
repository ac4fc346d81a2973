#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

Result<dbus::Reply> ask(dbus::Connection& bus, const dbus::Call& call, const Limits& limits) {
  return remote::ask(bus, call, {"the compositor", "start the desktop session again"}, limits);
}

}  // namespace surehand::wayland::mutter
