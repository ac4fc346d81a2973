#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace surehand::wayland::mutter {

struct Picture {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;
};

// UNSUPPORTED where libpng is not installed.
Result<Picture> decode_png(std::string_view png);

}  // namespace surehand::wayland::mutter
