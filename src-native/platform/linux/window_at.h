#pragma once

#include "core/seam/backend.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Which application, and which of its windows, a window of the display is. Asks the bus at most, never an application.
Result<Element> element_of_window(Session& session, const screen::ClientWindow& window, const Limits& limits);

// The window that would get a click at a point. NOT_FOUND over the bare desktop.
Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits);

// Where the popups of an application show. None where it is not known yet.
Result<std::vector<Rect>> places_of_popups(Session& session, const std::string& app_key, const Limits& limits);

}  // namespace surehand::atspi
