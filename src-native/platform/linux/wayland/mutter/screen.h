#pragma once

#include <memory>
#include <string>

#include "platform/linux/screen/screen.h"

namespace surehand::wayland::mutter {

// GNOME's compositor, which listens at `socket`. Nothing when the session bus of the environment has no mutter.
Result<std::unique_ptr<screen::Screen>> open(const Environment& environment, const std::string& socket,
                                             const Limits& limits);

}  // namespace surehand::wayland::mutter
