#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<std::string> SimulatedBackend::read_clipboard(const Limits&) {
  const auto lock = session_.enter();
  return session_.world->clipboard;
}

Status SimulatedBackend::write_clipboard(const std::string& text, const Limits&) {
  const auto lock = session_.enter();
  session_.world->clipboard = text;
  return Done{};
}

}  // namespace surehand::simulated
