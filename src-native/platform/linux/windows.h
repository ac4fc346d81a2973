#pragma once

#include <optional>

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// The top-level windows of an application, in its own order.
Result<std::vector<Window>> list_windows(Session& session, const std::string& app_key, const Limits& limits);

// A window as the window system has it.
struct DisplayedWindow {
  x11::Display* display;
  x11::Window id;
};
// The one that an element is in, or nothing where none is known to be its application's. UNSUPPORTED without a display.
Result<std::optional<DisplayedWindow>> find_displayed_window(Session& session, const Element& element,
                                                             const Limits& limits);
// The same, and STALE for nothing.
Result<DisplayedWindow> displayed_window(Session& session, const Element& element, const Limits& limits);

}  // namespace surehand::atspi
