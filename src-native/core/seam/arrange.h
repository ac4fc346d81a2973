#pragma once

#include <cstdint>
#include <string_view>

#include "core/json.h"
#include "core/result.h"

namespace surehand {

// What becomes of a window's place. Numbers are screen units, of the window as Window::bounds says it.
struct Arrangement {
  enum class Kind : uint8_t { kMinimize, kMaximize, kRestore, kMove, kResize } kind = Kind::kRestore;
  int32_t x = 0, y = 0;           // kMove
  int32_t width = 0, height = 0;  // kResize

  static Result<Arrangement> from_json(const json::Value& value);
};
std::string_view to_string(Arrangement::Kind kind);

}  // namespace surehand
