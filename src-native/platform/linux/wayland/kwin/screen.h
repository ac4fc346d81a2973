#pragma once

#include <memory>
#include <string>

#include "platform/linux/screen/screen.h"
#include "platform/linux/wayland/connection.h"

namespace surehand::wayland::kwin {

// Whether the compositor is KWin.
bool is_kwin(const Connection& connection);
// The desktop of KWin, or one that has no window system, with the reason.
std::unique_ptr<screen::Screen> open(std::unique_ptr<Connection> connection, std::string socket,
                                     const Environment& environment, const Limits& limits);

}  // namespace surehand::wayland::kwin
