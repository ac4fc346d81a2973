#pragma once

#include <string>

#include "core/tree/snapshot.h"

namespace surehand {

// The shortest selector (in the SELECTORS.md text form) that matches `node` and nothing else in the tree.
std::string unique_selector(const Snapshot& snapshot, NodeIndex node);

}  // namespace surehand
