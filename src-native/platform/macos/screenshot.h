#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

// By /usr/sbin/screencapture, in pixels; `bounds` is in points.
Result<Image> take_screenshot(Session& session, const Capture& capture, const Limits& limits);

}  // namespace surehand::ax
