#pragma once

#include <vector>

#include "core/seam/backend.h"

namespace surehand::ax {

// In points; those left of the primary one or above it have negative places.
std::vector<Display> list_displays();

}  // namespace surehand::ax
