#include "platform/linux/displays.h"

#include "platform/linux/x11/displays.h"

namespace surehand::atspi {

Result<std::vector<Display>> list_displays(Session& session, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  return x11::displays(**display, limits);
}

}  // namespace surehand::atspi
