#pragma once

#include <windows.h>

#include <vector>

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// The primary one first.
Result<std::vector<Display>> list_displays(Session& session, const Limits& limits);

// Has Windows give this process physical pixels, on every display; else it is told coordinates that were divided by a display's scale.
// Nothing happens where the program has decided otherwise before: then each call sees to it by itself.
void see_physical_pixels();

// For one call on one thread.
class PhysicalPixels {
 public:
  PhysicalPixels();
  ~PhysicalPixels();
  PhysicalPixels(const PhysicalPixels&) = delete;
  PhysicalPixels& operator=(const PhysicalPixels&) = delete;

 private:
  DPI_AWARENESS_CONTEXT before_;
};

}  // namespace surehand::uia
