#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/seam/element.h"
#include "core/tree/snapshot.h"

namespace surehand {

// What a picture is of: an area of the screen, a display or a window; the whole screen where none is said.
struct Capture {
  std::optional<Rect> area;
  std::string display;            // its id
  std::optional<Element> window;  // or any element of it
  bool covered = false;           // of a window: itself, where something covers it, too
};

// RGBA, 8 bits each, rows without padding. `bounds` is what was captured, in screen units; `scale` is image
// pixels per screen unit.
struct Image {
  Rect bounds;
  uint32_t width = 0;
  uint32_t height = 0;
  double scale = 1;
  std::vector<uint8_t> rgba;
};

}  // namespace surehand
