#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

Result<Foreground> read_foreground(Session& session, const Limits& limits);

}  // namespace surehand::ax
