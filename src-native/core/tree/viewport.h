#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/tree/snapshot.h"

namespace surehand {

// Whether a node does not show and scrolling would not change that: it, or what it is in, is not visible. What is scrolled out is
// not hidden. Of a tree that does not speak of visibility, nothing is.
bool hidden(const Snapshot& snapshot, NodeIndex node);

// The part of a node that its windows and what scrolls around it let show: an empty rectangle when that is nothing of
// it, nothing when its own is unknown. This is about places alone, not about what the toolkit says of the node.
std::optional<Rect> visible_part(const Snapshot& snapshot, NodeIndex node);

enum class InViewport : uint8_t { kUnknown, kFalse, kTrue };

// Whether a node shows: not hidden, in view as far as its toolkit says, and by its visible part. Unknown where its rectangle is.
InViewport shows(const Snapshot& snapshot, NodeIndex node);

// Whether what is in an element of this role shows in its rectangle only.
bool clips(Role role);

// Whether an element of this role is drawn in a window of its own: nothing around it clips or hides it.
bool floats(Role role);

// Whether a node is shown in a window of its own, which what it is in does not clip: what floats, and the list that a combo box opens.
bool opens_apart(const Snapshot& snapshot, NodeIndex node);

// Whether what is in an element of this role may be scrolled out: what clips, and is no window.
bool scrolls(Role role);

// Whether each node shows and can be reached: while a modal dialog is up, nothing that it keeps from being used
// can.
std::vector<InViewport> viewport(const Snapshot& snapshot);

}  // namespace surehand
