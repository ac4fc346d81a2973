#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Foreground> SimulatedBackend::foreground(const Limits&) {
  const auto lock = session_.enter();
  const Node* window = session_.world->active_window();
  if (!window) return Error{ErrorCode::kNotFound, "no window has the keyboard", {}};
  const auto named = [](const Node& node) { return Element{node.app->key, World::identity(node.serial)}; };
  Foreground foreground{window->app->key, named(*window), std::nullopt};
  if (const Node* focused = session_.world->focused()) foreground.focused = named(*focused);
  return foreground;
}

}  // namespace surehand::simulated
