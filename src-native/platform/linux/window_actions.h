#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// The window that would get a click at a point: an application's top-level element, or, where its window is a
// popup that the application does not list, the application itself (an empty identity). A window of a program
// that is not on the accessibility bus has its pid for a key. NOT_FOUND over the bare desktop.
Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits);

// Both take any element of the window.
Status activate_window(Session& session, const Element& element, const Limits& limits);
Status close_window(Session& session, const Element& element, const Limits& limits);

// Asks an application to close its windows and waits until it has gone; with `force`, ends its process when
// it does not. TIMEOUT when it is still there.
Status quit_application(Session& session, const std::string& app_key, bool force, const Limits& limits);

}  // namespace surehand::atspi
