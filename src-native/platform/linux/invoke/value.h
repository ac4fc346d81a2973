#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// A number: sliders, spin buttons.
Result<Dispatch> set_value(Invocation& invocation, double value);

}  // namespace surehand::atspi
