#include "platform/linux/displays.h"

namespace surehand::atspi {

Result<std::vector<Display>> list_displays(Session& session, const Limits& limits) {
  return session.screen->displays(limits);
}

}  // namespace surehand::atspi
