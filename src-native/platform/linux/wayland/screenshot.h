#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/seam/display.h"
#include "core/seam/image.h"
#include "platform/linux/wayland/connection.h"

namespace surehand::wayland {

inline constexpr const char* kScreencopy = "zwlr_screencopy_manager_v1";

// A picture of `area`, or of all of the screen, by wlr-screencopy. INVALID_ARGUMENT when no part of the area is on a display, UNSUPPORTED
// when it is on several that show things in different sizes.
Result<Image> screenshot(Connection& connection, const std::vector<surehand::Display>& displays,
                         const std::optional<Rect>& area, const Limits& limits);

}  // namespace surehand::wayland
