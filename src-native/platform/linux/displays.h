#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// The primary one first.
Result<std::vector<Display>> list_displays(Session& session, const Limits& limits);

}  // namespace surehand::atspi
