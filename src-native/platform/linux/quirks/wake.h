#pragma once

#include "core/run/limits.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Chromium publishes little more than its frames until a frame's attributes are read; then its windows
// and pages follow, within about a second. Returns when they have stopped growing. Done once for each
// application.
Status wake(Session& session, const ApplicationRecord& application, const Limits& limits);

}  // namespace surehand::atspi
