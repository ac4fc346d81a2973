#pragma once

#include <CoreGraphics/CoreGraphics.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace surehand::cg {

// A key of the keyboard: its code, what of the flags belongs to it, and what has to be held for it.
struct Key {
  CGKeyCode code = 0;
  CGEventFlags own = 0;       // set on its events whatever is held: arrows are part of the keypad to macOS
  CGEventFlags modifier = 0;  // what it stands for while it is held; 0 for what is no modifier
  bool shift = false;         // it is written with Shift
  // Written by no key of an ANSI keyboard: its events carry the character, their code means nothing.
  bool by_character = false;
};

// By the names of KeyboardEvent.key. A key that other systems' keyboards have and a Mac's has not is UNSUPPORTED, no key at all
// INVALID_ARGUMENT.
Result<Key> key_named(std::string_view name);

}  // namespace surehand::cg
