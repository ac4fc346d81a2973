#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// Sent, not read back.
Result<Dispatch> arrange_window(Session& session, const Element& element, const Arrangement& arrangement,
                                const Limits& limits);

}  // namespace surehand::uia
