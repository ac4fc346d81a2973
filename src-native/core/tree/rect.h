#pragma once

#include <algorithm>
#include <cstdint>

namespace surehand {

// Screen pixels, origin at the top left of the (virtual) screen.
struct Rect {
  int32_t x = 0;
  int32_t y = 0;
  int32_t width = 0;
  int32_t height = 0;

  friend bool operator==(const Rect& a, const Rect& b) {
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
  }
};

inline bool is_empty(const Rect& rect) { return rect.width <= 0 || rect.height <= 0; }

// Without width or height where they have nothing in common.
inline Rect intersection(const Rect& a, const Rect& b) {
  const int32_t left = std::max(a.x, b.x), top = std::max(a.y, b.y);
  const int32_t right = std::min(a.x + a.width, b.x + b.width), bottom = std::min(a.y + a.height, b.y + b.height);
  return {left, top, std::max(0, right - left), std::max(0, bottom - top)};
}

// The same within a billion px: programs say anything, and sums of two places must not overflow.
inline Rect within_reach(Rect place) {
  constexpr int32_t kFar = 1'000'000'000;
  for (int32_t* each : {&place.x, &place.y, &place.width, &place.height}) *each = std::clamp(*each, -kFar, kFar);
  return place;
}

}  // namespace surehand
