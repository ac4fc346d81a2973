#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// The area that all displays together show.
Result<Rect> screen_area(Session& session, const Limits& limits);

}  // namespace surehand::atspi
