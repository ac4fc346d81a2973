#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

Status close_window(Session& session, const Element& window, const Limits& limits);

// Asks it to quit, which may ask its user whether to save: by the entry that its own menu has for it, or by SIGTERM where it has no menu.
// With `force`, what has not gone is ended by its pid.
Status quit_application(Session& session, const std::string& app_key, bool force, const Limits& limits);

}  // namespace surehand::ax
