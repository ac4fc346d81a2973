#pragma once

#include <memory>

#include "platform/linux/session.h"

namespace surehand::atspi {

Result<std::unique_ptr<Subscription>> watch_user_input(Session& session, UserInputSink sink, const Limits& limits);

}  // namespace surehand::atspi
