#pragma once

#include <windows.h>

#include <string>

#include "core/run/limits.h"

namespace surehand::uia {

// Windows' own list box. Its rows have an index and nothing else; a row that is named by its text is that row in whatever order they are.

// Whether it is one in which one row alone is selected, and that knows their texts.
bool selects_by_text(HWND window);
// Whether there is a row of that text, and no other begins with it, as far as upper and lower case go: this is how it looks for one.
bool is_only_row(HWND list, const std::wstring& text, const Limits& limits);
// Selects it, and says so to the parent, as the list does when a person did it. Only where it is_only_row(); S_FALSE where it went meanwhile
// and nothing was selected.
HRESULT select_row(HWND list, const std::wstring& text, const Limits& limits);

}  // namespace surehand::uia
