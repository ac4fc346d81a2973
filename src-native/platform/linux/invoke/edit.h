#pragma once

#include <functional>

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// Sets a field as a person edits it: with the focus in it, which then leaves it and comes back. Qt's fields tell their
// program so that they were edited (editingFinished), and many programs take a number or a text only then; Enter tells it,
// too, and may press a dialog's default button. Elsewhere `set` alone does it.
Result<Dispatch> edit(Invocation& invocation, const std::function<Result<Dispatch>()>& set);

}  // namespace surehand::atspi
