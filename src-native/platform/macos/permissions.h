#pragma once

#include <vector>

#include "core/seam/backend.h"

namespace surehand::ax {

std::vector<Permission> list_permissions();
std::vector<Capability> list_capabilities();

}  // namespace surehand::ax
