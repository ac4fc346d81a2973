#include "platform/linux/screenshot.h"

namespace surehand::atspi {

Result<Image> take_screenshot(Session& session, const std::optional<Rect>& area, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  return x11::screenshot(**display, session.screen.memory(), area, limits);
}

}  // namespace surehand::atspi
