#include "platform/linux/hotkey.h"

#include "platform/linux/x11/hotkey.h"

namespace surehand::atspi {

Result<std::unique_ptr<Subscription>> watch_hotkey(Session& session, std::vector<std::string> keys,
                                                   std::function<void()> pressed, const Limits& limits) {
  SUREHAND_TRY(display, session.screen.connect(limits));
  return x11::watch_hotkey(display.take(), std::move(keys), std::move(pressed), limits);
}

}  // namespace surehand::atspi
