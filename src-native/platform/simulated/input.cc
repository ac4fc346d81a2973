#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Dispatch> SimulatedBackend::input(const std::vector<InputStep>& steps, const Limits&) {
  const auto lock = session_.enter();
  return session_.input.send(steps);
}

}  // namespace surehand::simulated
