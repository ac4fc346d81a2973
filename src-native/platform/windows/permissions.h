#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// What has to be allowed on this desktop, and what it can do.
Result<std::vector<Permission>> list_permissions(Session& session);
Result<std::vector<Capability>> list_capabilities(Session& session, const Limits& limits);

// NO_DESKTOP while no user can see or use the windows of this process's session: it is a service's (session 0), the desktop is locked, or
// the secure one is in front. Asked at the time of a call that needs one.
std::optional<Error> without_desktop();

}  // namespace surehand::uia
