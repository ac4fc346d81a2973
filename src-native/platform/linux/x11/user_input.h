#pragma once

#include <memory>

#include "core/seam/events.h"
#include "core/seam/user_input.h"
#include "platform/linux/x11/display.h"

namespace surehand::x11 {

// Tells what a person does, on a thread of its own and over a connection of its own. `board`: where our own input is announced
// (own_input.h), which is left out. UNSUPPORTED where the server lacks XInput 2 or X-Resource 1.2, which says whose a window is.
Result<std::unique_ptr<Subscription>> watch_user_input(std::unique_ptr<Display> display, Window board,
                                                       UserInputSink sink, const Limits& limits);

}  // namespace surehand::x11
