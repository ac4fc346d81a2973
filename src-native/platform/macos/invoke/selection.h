#pragma once

#include "platform/macos/invoke/invocation.h"

namespace surehand::ax {

// Selects an item in its container, or takes it out of what is selected there.
Result<Dispatch> select(Invocation& invocation, bool on);

}  // namespace surehand::ax
