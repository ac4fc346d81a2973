#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// What has to be allowed on this desktop, and what it can do.
Result<std::vector<Permission>> list_permissions(Session& session, const Limits& limits);
Result<std::vector<Capability>> list_capabilities(Session& session, const Limits& limits);

}  // namespace surehand::atspi
