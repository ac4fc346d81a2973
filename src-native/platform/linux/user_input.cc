#include "platform/linux/user_input.h"

namespace surehand::atspi {

Result<std::unique_ptr<Subscription>> watch_user_input(Session& session, UserInputSink sink, const Limits& limits) {
  return session.screen->watch_user_input(std::move(sink), limits);
}

}  // namespace surehand::atspi
