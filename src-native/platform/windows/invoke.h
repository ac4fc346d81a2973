#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// Does something to an element by a pattern of UI Automation's, and reads back whether it took where that can be read. UNSUPPORTED when
// the element has no such route: then nothing was sent. OUTCOME_UNKNOWN when the answer was lost.
Result<Dispatch> invoke_action(Session& session, const Element& element, const Action& action, Sending& sending,
                               const Limits& limits);

}  // namespace surehand::uia
