#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/json.h"

namespace surehand {

// One thing that a person does with the pointer or the keyboard.
struct UserInput {
  enum class Kind : uint8_t { kButtonDown, kButtonUp, kKeyDown } kind = Kind::kButtonDown;
  uint32_t time = 0;  // ms, by the clock of the window system, which wraps
  int64_t pid = 0;    // of the window below the pointer, or of the one that has the keyboard; 0 where that is unknown
  int32_t x = 0, y = 0;  // of the pointer, in screen units
  uint8_t button = 0;    // 1 left, 2 middle, 3 right; 4 to 7: one notch of the wheel up, down, left, right
  std::string key;       // DOM name. Empty for a key that writes a character: which one is not told
  std::vector<std::string> modifiers;  // that are held: Control, Alt, Shift, Meta

  json::Value to_json() const;
};

// Called on any thread; must not block.
using UserInputSink = std::function<void(UserInput)>;

}  // namespace surehand
