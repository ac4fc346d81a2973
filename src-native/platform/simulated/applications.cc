#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<std::vector<Application>> SimulatedBackend::applications(const Limits&) {
  const auto lock = session_.enter();
  std::vector<Application> running;
  for (const auto& app : session_.world->apps) {
    if (!app->exited) running.push_back(session_.described(*app));
  }
  return running;
}

}  // namespace surehand::simulated
