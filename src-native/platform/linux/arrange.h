#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Sent, not read back.
Result<Dispatch> arrange_window(Session& session, const Element& element, const Arrangement& arrangement,
                                const Limits& limits);

}  // namespace surehand::atspi
