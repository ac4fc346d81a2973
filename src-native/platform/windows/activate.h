#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// Brings the window that an element is in to the front and gives it the keyboard.
Status activate_window(Session& session, const Element& element, const Limits& limits);

}  // namespace surehand::uia
