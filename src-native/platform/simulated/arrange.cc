#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Dispatch> SimulatedBackend::arrange(const Element& wanted, const Arrangement& arrangement,
                                           const Limits& limits) {
  SUREHAND_TRY(access, session_.answering(wanted.app_key, limits));
  const auto node = session_.element(*access->app, wanted.identity);
  if (!node) return node.error();
  Node& window = World::window_of(**node);
  auto entry = session_.world->entry("arrange", access->app, &window);
  entry.set("how", to_string(arrangement.kind));
  if (window.faults.lying) entry.set("ignored", true);
  session_.world->note(std::move(entry));
  if (!window.faults.lying) session_.world->arrange(window, arrangement);
  return Dispatch{Route::kWindow, std::string(to_string(arrangement.kind)), false};
}

}  // namespace surehand::simulated
