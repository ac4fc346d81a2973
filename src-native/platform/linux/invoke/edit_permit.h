#pragma once

#include <optional>

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// Leave to change the text of the element; nothing where that would crash the application (docs/internals/quirks.md).
Result<std::optional<EditPermit>> edit_permit(Invocation& invocation);

}  // namespace surehand::atspi
