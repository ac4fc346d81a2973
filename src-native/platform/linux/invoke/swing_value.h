#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// java-atk-wrapper 0.40 hands no number on: a value that is set is lost, without an error. A slider or a spin button goes there step
// by step. The text of a spin button's entry is no way: the action that takes it acts on the field that has the focus, whichever is asked.
Result<Dispatch> set_swing_value(Invocation& invocation, double value);

}  // namespace surehand::atspi
