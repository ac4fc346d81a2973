#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// Replaces what a sheet's cell holds, read as if it had been typed there.
Result<Dispatch> set_cell_text(Invocation& invocation, const std::string& text);

}  // namespace surehand::atspi
