#pragma once

#include <vector>

#include "core/seam/display.h"
#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

Result<std::vector<surehand::Display>> displays(dbus::Connection& bus, const Limits& limits);
// The displays in an answer to GetCurrentState. None where it cannot be read.
std::vector<surehand::Display> displays_in(dbus::Reader state);

}  // namespace surehand::wayland::mutter
