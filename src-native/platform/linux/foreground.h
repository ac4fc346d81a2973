#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// What has the keyboard. Asks no application: the focused element is for the tree to tell.
Result<Foreground> find_foreground(Session& session, const Limits& limits);

}  // namespace surehand::atspi
