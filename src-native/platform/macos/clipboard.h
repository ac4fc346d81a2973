#pragma once

#include <string>

#include "core/seam/backend.h"

namespace surehand::ax {

Result<std::string> read_clipboard(ClipboardFormat format, const Limits& limits);
Status write_clipboard(ClipboardFormat format, const std::string& content, const Limits& limits);

}  // namespace surehand::ax
