#include "platform/linux/activate.h"

#include "platform/linux/windows.h"
#include "platform/linux/x11/windows.h"

namespace surehand::atspi {

Status activate_window(Session& session, const Element& element, const Limits& limits) {
  SUREHAND_TRY(window, displayed_window(session, element, limits, Telling::kMovingFocus));
  auto done = x11::activate(**session.screen.display(), window->id, limits);
  return done ? done : done.take_error().maybe_sent();
}

}  // namespace surehand::atspi
