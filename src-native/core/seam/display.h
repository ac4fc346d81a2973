#pragma once

#include <string>

#include "core/tree/snapshot.h"

namespace surehand {

// One screen of a desktop, in screen units: physical pixels on Linux and Windows, points on macOS. Left of or above the primary
// display's origin they are negative.
struct Display {
  std::string id;  // names it for as long as it is connected
  Rect bounds;
  Rect work_area;    // what bars and docks leave
  double scale = 1;  // how much larger than at 96 dpi it is meant to show things
  bool primary = false;
};

}  // namespace surehand
