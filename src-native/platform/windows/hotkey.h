#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/seam/backend.h"

namespace surehand::uia {

// By a low-level keyboard hook (WH_KEYBOARD_LL): several programs may watch for one chord, which RegisterHotKey gives to one alone and takes
// from what has the keyboard.
Result<std::unique_ptr<Subscription>> watch_hotkey(const std::vector<std::string>& keys, std::function<void()> pressed,
                                                   const Limits& limits);

}  // namespace surehand::uia
