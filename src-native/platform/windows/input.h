#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// Moves the pointer and presses keys as a user does: for a window, or whatever window is there gets it.
Result<Dispatch> make_input(Session& session, const std::vector<InputStep>& steps, const InputTarget& target,
                            const Limits& limits);

}  // namespace surehand::uia
