#pragma once

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Brings the window that an element is in to the front and gives it the keyboard.
Status activate_window(Session& session, const Element& element, const Limits& limits);

// The same of `window`, the one that `element` is in.
Status bring_forward(Session& session, const Element& element, screen::WindowId window, const Limits& limits);

// Whether the application itself says that the window that is meant has the keyboard.
Result<bool> says_it_has_keyboard(Session& session, const Element& window, const Limits& limits);

}  // namespace surehand::atspi
