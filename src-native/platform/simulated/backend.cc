#include "platform/simulated/backend.h"

#include <utility>

#include "core/seam/open.h"
#include "platform/simulated/world/behaviour.h"

namespace surehand {

Result<std::unique_ptr<Backend>> open_simulated(const OpenOptions& options, const Limits&) {
  SUREHAND_TRY(world, simulated::World::from_json(options.world));
  return std::unique_ptr<Backend>(std::make_unique<simulated::SimulatedBackend>(world.take()));
}

namespace simulated {

json::Value SimulatedBackend::record() const {
  const std::lock_guard lock(session_.world->mutex);
  session_.world->advance();
  return session_.world->record();
}

Status SimulatedBackend::apply(const json::Value& effects) {
  const auto lock = session_.enter();
  for (const auto& effect : effects.as_array()) {
    const Milliseconds delay(effect["after"].as_int());
    if (delay.count() > 0) {
      json::Array alone{effect};
      run_effects(*session_.world, nullptr, 0, alone);
    } else if (auto error = run_effect(*session_.world, nullptr, 0, effect)) {
      return *error;
    }
  }
  return Done{};
}

}  // namespace simulated
}  // namespace surehand
