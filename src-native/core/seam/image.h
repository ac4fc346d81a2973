#pragma once

#include <cstdint>
#include <vector>

#include "core/tree/snapshot.h"

namespace surehand {

// RGBA, 8 bits each, rows without padding. `bounds` is what was captured, in screen pixels; `scale` is image
// pixels per screen pixel.
struct Image {
  Rect bounds;
  uint32_t width = 0;
  uint32_t height = 0;
  double scale = 1;
  std::vector<uint8_t> rgba;
};

}  // namespace surehand
