#pragma once

#include <string>

namespace surehand::wayland::portal {

// A name that no other program can guess: 128 bits of the system's randomness, as letters and digits.
std::string unguessable();

}  // namespace surehand::wayland::portal
