#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// Replaces the whole text.
Result<Dispatch> set_text(Invocation& invocation, const std::string& text);
// At the caret.
Result<Dispatch> insert_text(Invocation& invocation, const std::string& text);
// Both in UTF-16 units.
Result<Dispatch> set_caret(Invocation& invocation, size_t unit);
Result<Dispatch> select_text(Invocation& invocation, size_t start, size_t end);

}  // namespace surehand::atspi
