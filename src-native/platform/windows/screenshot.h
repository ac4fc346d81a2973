#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// An area, a display or a window; of the whole screen where none is said.
Result<Image> take_screenshot(Session& session, const Capture& capture, const Limits& limits);

}  // namespace surehand::uia
