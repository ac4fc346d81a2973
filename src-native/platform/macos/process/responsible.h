#pragma once

#include <string>

namespace surehand::ax {

// Whom the user has to allow something, as a part of a sentence: macOS asks about the program that started this one (a terminal, an
// editor), which has a name where the system says it.
std::string whom_to_allow();

}  // namespace surehand::ax
