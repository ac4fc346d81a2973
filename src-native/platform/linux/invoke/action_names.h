#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/seam/backend.h"
#include "platform/linux/quirks/traits.h"

namespace surehand::atspi {

// Which of an element's actions, by the names its toolkit gives them, does what `kind` means; nothing when
// none does. `role` is AT-SPI's number.
std::optional<size_t> choose_action(ActionKind kind, const std::vector<std::string>& names, uint32_t role,
                                    bool editable, const ToolkitTraits& traits);

// An item of a list, tree, table or icon view.
bool is_item(uint32_t role);

}  // namespace surehand::atspi
