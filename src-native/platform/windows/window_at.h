#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// The window that would get a click at a point. NOT_FOUND over the bare desktop.
Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits);
// Which application, and which of its windows, a window is: the top-level one that it is in. Calls into no application.
Element element_of_window(Session& session, HWND window);

}  // namespace surehand::uia
