#pragma once

#include <cstdint>
#include <string_view>

#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// What an element is called, of what its toolkit says that it is called.
std::string_view real_name(std::string_view name, uint32_t role_number, Toolkit toolkit);

// The keys that a program wrote behind a tab of an entry's text: Qt shows them at the right, as those of its own (LyX).
std::string_view keys_in_name(std::string_view name, uint32_t role_number, Toolkit toolkit);

// Whether a row or a button that is called so and shows another text may be called by its class (`GcalDateChooserDay`).
bool may_be_class(std::string_view name, Toolkit toolkit);

}  // namespace surehand::atspi
