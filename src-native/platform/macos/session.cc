#include "platform/macos/session.h"

namespace surehand::ax {

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits& limits) {
  if (auto error = limits.exceeded("the desktop to be opened")) return std::move(*error);
  auto session = std::make_unique<Session>();
  session->environment = options.environment;
  return session;
}

}  // namespace surehand::ax
