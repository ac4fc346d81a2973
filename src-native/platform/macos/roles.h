#pragma once

#include <string_view>

#include "core/tree/role.h"

namespace surehand::ax {

// By the subrole where that says more, as Core-AAM has it (https://www.w3.org/TR/core-aam-1.2/), else by the role. Whether a dialog is one
// is known of the subrole of a window alone.
Role role_of(std::string_view role, std::string_view subrole);

}  // namespace surehand::ax
