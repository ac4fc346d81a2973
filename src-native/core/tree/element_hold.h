#pragma once

#include <memory>

namespace surehand {

// Keeps what a platform needs to find an element again (its entry in an ElementTable) for as long as it lives. Snapshots and refs
// hold them; empty where the platform names its elements by itself.
using ElementHold = std::shared_ptr<const void>;

}  // namespace surehand
