#include "platform/linux/displays.h"

#include "platform/linux/x11/displays.h"

namespace surehand::atspi {

Result<std::vector<Display>> list_displays(Session& session, const Limits& limits) {
  SUREHAND_TRY(display, session.screen.display());
  return x11::displays(**display, limits);
}

}  // namespace surehand::atspi
