#pragma once

#include <string>

#include "core/seam/backend.h"

namespace surehand::ax {

Result<std::string> read_clipboard(const Limits& limits);
Status write_clipboard(const std::string& text, const Limits& limits);

}  // namespace surehand::ax
