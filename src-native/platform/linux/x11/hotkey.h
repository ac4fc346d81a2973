#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/seam/events.h"
#include "platform/linux/x11/display.h"

namespace surehand::x11 {

// Calls back, on a thread of its own, when all these keys (DOM names; modifiers first) are down and the last of them went down last. Over a
// connection of its own: what other calls are waiting for makes it no later. UNSUPPORTED where the server lacks XInput 2.
Result<std::unique_ptr<Subscription>> watch_hotkey(std::unique_ptr<Display> display, std::vector<std::string> keys,
                                                   std::function<void()> pressed, const Limits& limits);

}  // namespace surehand::x11
