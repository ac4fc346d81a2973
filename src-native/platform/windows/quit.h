#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// Any element of the window will do.
Status close_window(Session& session, const Element& element, const Limits& limits);
// Asks an application to close its windows and waits until it has gone; with `force`, ends its process when it does not. TIMEOUT when it
// is still there.
Status quit_application(Session& session, const std::string& app_key, bool force, const Limits& limits);

}  // namespace surehand::uia
