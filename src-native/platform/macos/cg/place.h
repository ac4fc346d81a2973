#pragma once

#include <CoreGraphics/CoreGraphics.h>

#include <algorithm>
#include <cmath>

#include "core/tree/rect.h"

namespace surehand::cg {

// Of one window: what AX says and what the window server says may be rounded apart.
inline bool is_same_place(const CGRect& a, const CGRect& b) {
  constexpr double kRounding = 1;
  return std::abs(a.origin.x - b.origin.x) <= kRounding && std::abs(a.origin.y - b.origin.y) <= kRounding &&
         std::abs(a.size.width - b.size.width) <= kRounding && std::abs(a.size.height - b.size.height) <= kRounding;
}

inline Rect rect_of(const CGRect& place) {
  const auto whole = [](double value) {
    return std::isnan(value) ? 0 : static_cast<int32_t>(std::lround(std::clamp(value, -1e9, 1e9)));
  };
  return {whole(place.origin.x), whole(place.origin.y), whole(place.size.width), whole(place.size.height)};
}

}  // namespace surehand::cg
