#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/linux/screen/screen.h"
#include "platform/linux/wayland/connection.h"
#include "platform/posix/environment.h"

// Any compositor, through the portals of its desktop: org.freedesktop.portal.RemoteDesktop and ScreenCast.
namespace surehand::wayland::portal {

// Null where no program on the session bus has them. A person is asked with the first input or picture. `connection` is to the compositor
// at `socket`.
Result<std::unique_ptr<screen::Screen>> open(std::unique_ptr<Connection> connection, std::string socket,
                                             const Environment& environment, const Limits& limits);

}  // namespace surehand::wayland::portal
