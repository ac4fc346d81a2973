#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<std::vector<Permission>> SimulatedBackend::permissions(const Limits&) {
  const auto lock = session_.enter();
  return session_.world->permissions;
}

Result<std::vector<Capability>> SimulatedBackend::capabilities(const Limits&) {
  const auto lock = session_.enter();
  return session_.world->capabilities;
}

}  // namespace surehand::simulated
