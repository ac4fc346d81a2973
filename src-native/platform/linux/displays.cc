#include "platform/linux/displays.h"

#include "platform/linux/x11/windows.h"

namespace surehand::atspi {

Result<Rect> screen_area(Session& session, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  return x11::screen(**display, limits);
}

}  // namespace surehand::atspi
