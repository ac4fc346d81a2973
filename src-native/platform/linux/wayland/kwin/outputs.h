#pragma once

#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/display.h"
#include "platform/linux/wayland/connection.h"

namespace surehand::wayland::kwin {

// The displays, as Wayland tells them to every client: KWin's scripts are told of none before Plasma 6.
Result<std::vector<surehand::Display>> outputs(Connection& connection, const Limits& limits);

}  // namespace surehand::wayland::kwin
