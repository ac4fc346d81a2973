#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/tree/snapshot.h"

namespace surehand {

enum class InViewport : uint8_t { kUnknown, kFalse, kTrue };

// Whether each node shows: its rectangle against the intersection of its window and its scroll containers;
// while a modal dialog is up, nothing that it keeps from being used does. Unknown where a rectangle is.
std::vector<InViewport> viewport(const Snapshot& snapshot);

}  // namespace surehand
