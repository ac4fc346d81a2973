#pragma once

#include <vector>

#include "core/seam/backend.h"

namespace surehand::ax {

// Found out by looking at another application, which costs one message: what the system says of a grant is remembered from the start of the
// process, and a grant that is tied to what this program was before is said and not given. Never asks the user.
std::vector<Permission> list_permissions(const Limits& limits);
std::vector<Capability> list_capabilities();

}  // namespace surehand::ax
