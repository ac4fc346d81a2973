#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"

namespace surehand {

// Synthesised input, in screen pixels and key names (DOM `KeyboardEvent.key`: `Enter`, `a`, `ArrowDown`, `Control`).
struct InputStep {
  enum class Kind : uint8_t { kMove, kDown, kUp, kWheel, kKeyDown, kKeyUp, kText } kind;
  double x = 0;        // kMove: position; kWheel: notches right
  double y = 0;        // kMove: position; kWheel: notches down
  uint8_t button = 1;  // kDown, kUp: 1 left, 2 middle, 3 right
  std::string key;     // kKeyDown, kKeyUp
  std::string text;    // kText; never logged

  static Result<std::vector<InputStep>> from_json(const json::Value& value);
};

}  // namespace surehand
