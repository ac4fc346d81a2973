#pragma once

#include "platform/macos/invoke/invocation.h"

namespace surehand::ax {

Result<Dispatch> press(Invocation& invocation);
Result<Dispatch> show_menu(Invocation& invocation);
// Of what has a state of being checked or pressed; that is never pressed for it which has none.
Result<Dispatch> toggle(Invocation& invocation);
// An action by the name that it is listed with: `AXPress`, or one of the application's own.
Result<Dispatch> named(Invocation& invocation, const std::string& wanted);

}  // namespace surehand::ax
