#pragma once

#include <cstdint>
#include <string_view>

#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// What an element is called, of what its toolkit says that it is called.
std::string_view real_name(std::string_view name, uint32_t role_number, Toolkit toolkit);

}  // namespace surehand::atspi
