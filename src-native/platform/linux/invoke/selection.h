#pragma once

#include <optional>
#include <utility>

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// Selects an item in its container, or takes it out of the selection.
Result<Dispatch> select(Invocation& invocation, bool on);

// The combo box that a list of Swing's belongs to: the list is in a menu of its own, and what is selected there is not chosen.
Result<std::optional<std::pair<ObjectName, Facts>>> combo_box_of_list(Invocation& invocation, const ObjectName& list);

}  // namespace surehand::atspi
