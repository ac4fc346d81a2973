#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<std::vector<Display>> SimulatedBackend::displays(const Limits&) {
  const auto lock = session_.enter();
  return session_.world->displays;
}

}  // namespace surehand::simulated
