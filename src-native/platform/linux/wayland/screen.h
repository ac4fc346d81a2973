#pragma once

#include <memory>

#include "platform/linux/screen/screen.h"

namespace surehand::wayland {

// The compositor that the environment names. sway, Hyprland, KWin and GNOME tell and do what is needed; the reason says so of another.
std::unique_ptr<screen::Screen> open(const Environment& environment, const Limits& limits);

}  // namespace surehand::wayland
