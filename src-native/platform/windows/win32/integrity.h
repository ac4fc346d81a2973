#pragma once

#include <windows.h>

#include <optional>
#include <string_view>

#include "core/result.h"

namespace surehand::uia {

// PERMISSION_DENIED for a window of a process with more rights than this one has: Windows keeps input and messages from it, and says so of
// some of them only. https://learn.microsoft.com/windows/win32/secauthz/mandatory-integrity-control
std::optional<Error> out_of_reach(HWND window);
// What GetLastError() says of something that Windows did not do: PERMISSION_DENIED, STALE or REFUSED. `tried` ends "could not be …".
Error refused_by_windows(std::string_view tried);

}  // namespace surehand::uia
