#pragma once

#include <string>

#include "platform/macos/invoke/invocation.h"

namespace surehand::ax {

Result<Dispatch> set_text(Invocation& invocation, const std::string& text);
// At the caret, or in place of what is selected.
Result<Dispatch> insert_text(Invocation& invocation, const std::string& text);
// In UTF-16 units, which AX counts in as well; a caret where both are the same.
Result<Dispatch> select_text(Invocation& invocation, size_t start, size_t end);

}  // namespace surehand::ax
