#pragma once

#include <string_view>

#include "core/result.h"
#include "core/seam/image.h"

namespace surehand::cg {

// The pixels of an uncompressed Windows bitmap of 24 or 32 bits, which screencapture writes and which needs no library to be read.
Result<Image> read_bitmap(std::string_view bytes);

}  // namespace surehand::cg
