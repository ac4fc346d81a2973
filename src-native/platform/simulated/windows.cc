#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<std::vector<Window>> SimulatedBackend::windows(const std::string& app_key, const Limits& limits) {
  SUREHAND_TRY(access, session_.answering(app_key, limits));
  std::vector<Window> windows;
  const Node* active = session_.world->active_window();
  for (const auto& node : access->app->windows) {
    if (!node->present) continue;
    Window window;
    window.element = {app_key, World::identity(node->serial)};
    window.title = node->text(TextField::kName).value_or("");
    window.role = node->role;
    window.bounds = session_.world->bounds(*node);
    window.active = node.get() == active;
    window.modality = session_.world->modality_of(*node);
    if (const Node* owner = session_.world->owner_of(*node))
      window.owner = Element{app_key, World::identity(owner->serial)};
    window.minimized = node->is_minimized();
    window.maximized = node->restored.has_value();
    windows.push_back(std::move(window));
  }
  return windows;
}

}  // namespace surehand::simulated
