#pragma once

#include <string>
#include <string_view>

#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// Whether texts come with a U+FEFF behind each character outside the BMP, so that characters are as many as UTF-16 units.
bool pads_texts(Toolkit toolkit);

std::string without_padding(std::string_view text);

}  // namespace surehand::atspi
