#pragma once

#include <cmath>
#include <cstdint>

namespace surehand::atspi {

// On the screen, or how far one thing is from another.
struct Point {
  int32_t x = 0;
  int32_t y = 0;
};

// Of so many units, the pixels.
inline int32_t times(int32_t units, double scale) { return static_cast<int32_t>(std::lround(units * scale)); }

}  // namespace surehand::atspi
