#pragma once

#include <windows.h>

#include <string>

namespace surehand::uia {

// What a window's class is made of: a toolkit's own (WindowsForms10.BUTTON…) is Windows' below its name.
std::wstring kind_of(HWND window);

}  // namespace surehand::uia
