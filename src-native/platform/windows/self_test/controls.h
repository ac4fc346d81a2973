#pragma once

#include <windows.h>

#include <string>

#include "core/result.h"

namespace surehand::uia::self_test {

// The classes of lists and spin buttons. Not linked: every program that loads the addon would load them.
Status load_common_controls();

HWND add(HWND parent, const wchar_t* type, const wchar_t* text, DWORD style, RECT place, int id = 0);
// A label, and right behind it in the order of the windows the field: that is how Windows finds a field's name.
HWND add_labelled(HWND parent, const wchar_t* label, const wchar_t* type, DWORD style, RECT place, int id);

RECT at(int x, int y, int width, int height);
void send(HWND control, UINT message, WPARAM wparam, const wchar_t* text);
std::string text_of(HWND control);
std::string list_view_text(HWND list, int row, int column);

// Hexadecimal; empty where Windows has no provider for it.
std::string sha256(const std::string& bytes);

}  // namespace surehand::uia::self_test
