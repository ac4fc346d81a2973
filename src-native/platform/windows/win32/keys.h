#pragma once

#include <windows.h>

#include <optional>
#include <string_view>

namespace surehand::uia {

// What is struck for a key of that DOM name (`KeyboardEvent.key`).
struct KeyStroke {
  WORD key = 0;  // a virtual key; 0 where the keyboard has none for the character
  char32_t character = 0;
  bool shift = false;  // needed with it
};

// Nothing for a name that is none. By the keyboard layout of the thread that is typed to.
std::optional<KeyStroke> stroke_of(std::string_view name, HKL layout);
bool is_extended(WORD key);

}  // namespace surehand::uia
