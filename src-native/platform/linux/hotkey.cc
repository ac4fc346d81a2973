#include "platform/linux/hotkey.h"

namespace surehand::atspi {

Result<std::unique_ptr<Subscription>> watch_hotkey(Session& session, std::vector<std::string> keys,
                                                   std::function<void()> pressed, const Limits& limits) {
  return session.screen->watch_hotkey(std::move(keys), std::move(pressed), limits);
}

}  // namespace surehand::atspi
