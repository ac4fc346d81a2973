#pragma once

#include "core/tree/snapshot.h"

namespace surehand {

// The element in front at a point of the screen: of what shows there and is not clipped away, the last in document order, which is
// painted over what comes before it. kNoNode where there is none.
NodeIndex topmost_at(const Snapshot& snapshot, double x, double y);

}  // namespace surehand
