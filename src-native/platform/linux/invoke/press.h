#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// The action of the element that does this, pressed for want of a better one.
Result<Dispatch> act(Invocation& invocation, ActionKind kind);
// The action of this name.
Result<Dispatch> named(Invocation& invocation, const std::string& wanted);
Result<Dispatch> toggle(Invocation& invocation);
Result<Dispatch> expand(Invocation& invocation, bool on);

}  // namespace surehand::atspi
