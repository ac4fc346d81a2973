#include "platform/linux/screen/topmost.h"

#include <algorithm>
#include <utility>

namespace surehand::screen {
namespace {

bool has_point(const Rect& rect, int32_t x, int32_t y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

}  // namespace

bool is_on(const std::vector<surehand::Display>& displays, int32_t x, int32_t y) {
  return std::any_of(displays.begin(), displays.end(),
                     [&](const surehand::Display& display) { return has_point(display.bounds, x, y); });
}

std::optional<ClientWindow> topmost_at(std::vector<ClientWindow> windows, int32_t x, int32_t y) {
  const auto found = std::find_if(windows.rbegin(), windows.rend(), [&](const ClientWindow& window) {
    return window.viewable && has_point(window.visible(), x, y);
  });
  return found == windows.rend() ? std::nullopt : std::optional(std::move(*found));
}

}  // namespace surehand::screen
