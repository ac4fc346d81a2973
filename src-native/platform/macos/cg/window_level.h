#pragma once

#include <CoreGraphics/CoreGraphics.h>
#include <sys/types.h>

#include <optional>

namespace surehand::cg {

// How high the window server has the window of a process that is at this place: 0 is normal, 3 floats, 8 is modal, 101 a menu
// (CGWindowLevel.h). Nothing where there is none. Asks no application.
std::optional<int> window_level(pid_t process, const CGRect& place);

}  // namespace surehand::cg
