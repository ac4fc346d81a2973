#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"
#include "platform/linux/x11/windows.h"

namespace surehand::atspi {

// The top-level windows of an application, in its own order.
Result<std::vector<Window>> list_windows(Session& session, const std::string& app_key, const Limits& limits);

// The window of the display that an element is in. UNSUPPORTED without a display, STALE when there is none.
Result<x11::ClientWindow> displayed_window(Session& session, const Element& element, const Limits& limits);

}  // namespace surehand::atspi
