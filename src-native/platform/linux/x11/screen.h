#pragma once

#include <memory>

#include "platform/linux/screen/screen.h"

namespace surehand::x11 {

// The X display that the environment names.
std::unique_ptr<screen::Screen> open(const Environment& environment, const Limits& limits);

}  // namespace surehand::x11
