#pragma once

#include "platform/windows/invoke/invocation.h"

namespace surehand::uia {

// Selects an item, or takes it out of the selection.
Result<Dispatch> select(const Invocation& invocation, bool on);

// Selects it alone.
Result<Dispatch> select_alone(const Invocation& invocation, IUIAutomationSelectionItemPattern& pattern);

}  // namespace surehand::uia
