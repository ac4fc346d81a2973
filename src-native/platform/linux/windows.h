#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// The top-level windows of an application, in its own order.
Result<std::vector<Window>> list_windows(Session& session, const std::string& app_key, const Limits& limits);

}  // namespace surehand::atspi
