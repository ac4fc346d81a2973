#include "platform/macos/session.h"

namespace surehand::ax {

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits& limits) {
  if (auto error = limits.exceeded("the desktop to be opened")) return std::move(*error);
  return std::make_unique<Session>(options);
}

}  // namespace surehand::ax
