#include "platform/linux/activate.h"

#include "platform/linux/screen/window.h"
#include "platform/linux/windows.h"

namespace surehand::atspi {

Status activate_window(Session& session, const Element& element, const Limits& limits) {
  SUREHAND_TRY(window, displayed_window(session, element, limits, Telling::kMovingFocus));
  auto done = session.screen->activate(window->id, limits);
  return done ? done : done.take_error().maybe_sent();
}

}  // namespace surehand::atspi
