#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// What has the keyboard. Asks no application: the focused element is for the tree to tell.
Result<Foreground> find_foreground(Session& session, const Limits& limits);

}  // namespace surehand::uia
