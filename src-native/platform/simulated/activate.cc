#include "platform/simulated/backend.h"

namespace surehand::simulated {

Status SimulatedBackend::activate(const Element& wanted, const Limits& limits) {
  SUREHAND_TRY(access, session_.answering(wanted.app_key, limits));
  const auto node = session_.element(*access->app, wanted.identity);
  if (!node) return node.error();
  Node& window = World::window_of(**node);
  session_.world->note(session_.world->entry("activate", access->app, &window));
  session_.world->raise(window);
  return Done{};
}

}  // namespace surehand::simulated
