#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// The screen, or a part of it.
Result<Image> take_screenshot(Session& session, const std::optional<Rect>& area, const Limits& limits);

}  // namespace surehand::atspi
