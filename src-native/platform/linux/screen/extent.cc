#include "platform/linux/screen/extent.h"

#include <algorithm>
#include <cmath>

namespace surehand::screen {

Rect extent_of(const std::vector<surehand::Display>& displays) {
  if (displays.empty()) return {};
  Rect all = displays.front().bounds;
  for (const surehand::Display& display : displays) {
    const Rect& bounds = display.bounds;
    const int32_t right = std::max(all.x + all.width, bounds.x + bounds.width);
    const int32_t bottom = std::max(all.y + all.height, bounds.y + bounds.height);
    all.x = std::min(all.x, bounds.x);
    all.y = std::min(all.y, bounds.y);
    all.width = right - all.x;
    all.height = bottom - all.y;
  }
  return all;
}

Result<Rect> shown_part(const std::vector<surehand::Display>& displays, const std::optional<Rect>& area) {
  const Rect all = extent_of(displays);
  const Rect bounds = area ? intersection(*area, all) : all;
  const auto shows = [&](const surehand::Display& display) { return !is_empty(intersection(bounds, display.bounds)); };
  if (std::any_of(displays.begin(), displays.end(), shows)) return bounds;
  return Error{ErrorCode::kInvalidArgument, "no part of the area is on a display", {}};
}

std::pair<double, double> inside(const Rect& rect, double x, double y) {
  const auto nearest = [](double place, int32_t from, int32_t size) {
    return std::isnan(place) ? from : std::clamp<double>(place, from, from + size - 1);
  };
  return {nearest(x, rect.x, rect.width), nearest(y, rect.y, rect.height)};
}

}  // namespace surehand::screen
