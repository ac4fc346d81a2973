#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

Status activate_window(Session& session, const Element& window, const Limits& limits);

// The application to the front, and of its windows this one. What was not done in time is not undone.
Status bring_to_front(const ApplicationRecord& application, const ElementRef& window, const Limits& limits);
// Whether the application is in front and this window of it has the keyboard. Nothing else may answer for it: a sheet has its
// own keyboard.
Result<bool> has_keyboard(const ApplicationRecord& application, const ElementRef& window, const Limits& limits);

}  // namespace surehand::ax
