#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "platform/linux/session.h"

namespace surehand::atspi {

Result<std::unique_ptr<Subscription>> watch_hotkey(Session& session, std::vector<std::string> keys,
                                                   std::function<void()> pressed, const Limits& limits);

}  // namespace surehand::atspi
