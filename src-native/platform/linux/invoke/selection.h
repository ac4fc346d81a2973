#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// Selects an item in its container, or takes it out of the selection.
Result<Dispatch> select(Invocation& invocation, bool on);

}  // namespace surehand::atspi
