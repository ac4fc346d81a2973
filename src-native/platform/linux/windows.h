#pragma once

#include <optional>

#include "core/seam/backend.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// The top-level windows of an application, in its own order.
Result<std::vector<Window>> list_windows(Session& session, const std::string& app_key, const Limits& limits);

// Those of its windows that the display knows to be modal; none without a display.
std::vector<screen::WindowId> modal_windows(Session& session, const ApplicationRecord& application,
                                            const Limits& limits);

// How far one may go to tell windows apart that nothing tells apart but the focus: not at all, give them the focus and give it back, or
// leave it where it is, for who gives it to the window next.
enum class Telling : uint8_t { kAsItIs, kKeepingFocus, kMovingFocus };

// The window of the display that an element is in, or nothing where none is known to be its application's. UNSUPPORTED without a
// display; AMBIGUOUS where it may be one of several.
Result<std::optional<screen::ClientWindow>> find_displayed_window(Session& session, const Element& element,
                                                                  const Limits& limits, Telling telling);
// The same, and STALE for nothing.
Result<screen::ClientWindow> displayed_window(Session& session, const Element& element, const Limits& limits,
                                              Telling telling);

}  // namespace surehand::atspi
