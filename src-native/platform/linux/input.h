#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Moves the pointer and presses keys as a user does: whatever window is there gets it.
Result<Dispatch> make_input(Session& session, const std::vector<InputStep>& steps, const Limits& limits);

}  // namespace surehand::atspi
