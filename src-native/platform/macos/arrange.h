#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

Result<Dispatch> arrange_window(Session& session, const Element& window, const Arrangement& arrangement,
                                const Limits& limits);

}  // namespace surehand::ax
