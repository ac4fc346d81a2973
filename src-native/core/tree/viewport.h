#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/tree/snapshot.h"

namespace surehand {

// The part of a node that its windows and what scrolls around it let show: an empty rectangle when that is nothing of
// it, nothing when its own is unknown. This is about places alone, not about what the toolkit says of the node.
std::optional<Rect> visible_part(const Snapshot& snapshot, NodeIndex node);

enum class InViewport : uint8_t { kUnknown, kFalse, kTrue };

// Whether a node shows: as its toolkit says, and by its visible part. Unknown where its rectangle is.
InViewport shows(const Snapshot& snapshot, NodeIndex node);

// Whether a node is hidden: its toolkit says that it does not show, and it is not merely scrolled out of something that does.
bool hidden(const Snapshot& snapshot, NodeIndex node);

// Whether what is in an element of this role shows in its rectangle only.
bool clips(Role role);

// Whether each node shows and can be reached: while a modal dialog is up, nothing that it keeps from being used
// can.
std::vector<InViewport> viewport(const Snapshot& snapshot);

}  // namespace surehand
