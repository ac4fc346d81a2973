#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// Replaces the whole text.
Result<Dispatch> set_text(Invocation& invocation, const std::string& text);
// At the caret.
Result<Dispatch> insert_text(Invocation& invocation, const std::string& text);
// In characters.
Result<Dispatch> set_caret(Invocation& invocation, double offset);

}  // namespace surehand::atspi
