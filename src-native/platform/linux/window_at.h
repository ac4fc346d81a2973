#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"
#include "platform/linux/x11/protocol.h"

namespace surehand::atspi {

// The window that would get a click at a point: an application's top-level element, or, where its window is a
// popup that the application does not list, the application itself (an empty identity). A window of a program
// that is not on the accessibility bus has its pid for a key. NOT_FOUND over the bare desktop.
Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits);

}  // namespace surehand::atspi
