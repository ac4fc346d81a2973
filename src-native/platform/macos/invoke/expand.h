#pragma once

#include "platform/macos/invoke/invocation.h"

namespace surehand::ax {

// Opens or closes a row, a combo box, a menu or what a disclosure triangle discloses.
Result<Dispatch> expand(Invocation& invocation, bool on);

}  // namespace surehand::ax
