#pragma once

#include <vector>

#include "core/seam/display.h"
#include "platform/linux/x11/display.h"

namespace surehand::x11 {

// The monitors (RandR 1.5), the primary one first; the whole root window as one where the server cannot tell them apart. X11 has
// one scale for all of them.
Result<std::vector<surehand::Display>> displays(Display& display, const Limits& limits);

}  // namespace surehand::x11
