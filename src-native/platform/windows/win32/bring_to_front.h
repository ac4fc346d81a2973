#pragma once

#include <windows.h>

#include "core/result.h"
#include "core/run/limits.h"

namespace surehand::uia {

// The window that has the keyboard while one has it that shows above another and takes no keyboard of its own (a menu, a list).
HWND keyboard_window(HWND window);
bool is_in_front(HWND window);
// Shows it and gives it the keyboard; REFUSED where Windows leaves that to the user.
Status bring_to_front(HWND window, const Limits& limits);

}  // namespace surehand::uia
