#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/seam/display.h"
#include "platform/linux/screen/window.h"

namespace surehand::screen {

// Whether a point is on one of the displays. A window may go beyond them, where the pointer does not get.
bool is_on(const std::vector<surehand::Display>& displays, int32_t x, int32_t y);

// Of windows from the bottom of the stack to its top, the one that shows at a point.
std::optional<ClientWindow> topmost_at(std::vector<ClientWindow> windows, int32_t x, int32_t y);

}  // namespace surehand::screen
