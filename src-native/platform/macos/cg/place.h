#pragma once

#include <CoreGraphics/CoreGraphics.h>

#include <cmath>

namespace surehand::cg {

// Of one window: what AX says and what the window server says may be rounded apart.
inline bool is_same_place(const CGRect& a, const CGRect& b) {
  constexpr double kRounding = 1;
  return std::abs(a.origin.x - b.origin.x) <= kRounding && std::abs(a.origin.y - b.origin.y) <= kRounding &&
         std::abs(a.size.width - b.size.width) <= kRounding && std::abs(a.size.height - b.size.height) <= kRounding;
}

}  // namespace surehand::cg
