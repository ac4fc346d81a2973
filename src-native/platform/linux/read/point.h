#pragma once

#include <cstdint>

namespace surehand::atspi {

// On the screen, or how far one thing is from another.
struct Point {
  int32_t x = 0;
  int32_t y = 0;
};

}  // namespace surehand::atspi
