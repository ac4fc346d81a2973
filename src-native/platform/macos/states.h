#pragma once

#include "core/tree/role.h"
#include "core/tree/state.h"
#include "platform/macos/read/node.h"

namespace surehand::ax {

// What an element says of itself. Whether it shows, has the focus or is the active window is its surroundings' to say.
States states_of(const RawNode& node, Role role);

}  // namespace surehand::ax
