#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

// As the window server has it: no application is asked.
Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits);

}  // namespace surehand::ax
