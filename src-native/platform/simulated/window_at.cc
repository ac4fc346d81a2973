#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Element> SimulatedBackend::window_at(double x, double y, const Limits&) {
  const auto lock = session_.enter();
  if (const Node* window = session_.world->topmost_window_at(x, y)) {
    return Element{window->app->key, World::identity(window->serial)};
  }
  return Error{ErrorCode::kNotFound, "there is no window at this point of the screen", {}};
}

}  // namespace surehand::simulated
