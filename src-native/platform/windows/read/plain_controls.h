#pragma once

#include <windows.h>

#include <optional>
#include <vector>

#include "platform/windows/read/facts.h"

namespace surehand::uia {

// What the window system knows of a push button or a label of Windows' own, without a message to it: a thread that answers UI Automation
// nothing may still run a dialog. Nothing of other windows.
std::optional<Facts> facts_of_control(HWND control);

struct PlainControl {
  HWND window;
  Facts facts;
};
// Those of a window, in their order.
std::vector<PlainControl> plain_controls_of(HWND window);

}  // namespace surehand::uia
