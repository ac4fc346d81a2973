#pragma once

#include "platform/macos/invoke/invocation.h"

namespace surehand::ax {

// Of what has a number for its value: a slider, a stepper.
Result<Dispatch> set_value(Invocation& invocation, double value);

}  // namespace surehand::ax
