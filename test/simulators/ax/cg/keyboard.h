#pragma once

#include <CoreGraphics/CGRemoteOperation.h>

#include <string>

namespace axsim {

// What a key of an American keyboard is called, as `KeyboardEvent.key` is; empty for one that is none.
std::string key_of(CGKeyCode code, bool shift);
bool is_modifier(CGKeyCode code);

}  // namespace axsim
