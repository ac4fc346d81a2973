#include "platform/simulated/backend.h"
#include "platform/simulated/behaviour.h"

namespace surehand::simulated {

Result<std::vector<Window>> SimulatedBackend::windows(const std::string& app_key, const Limits& limits) {
  auto access = answering(app_key, limits);
  if (!access) return access.take_error();
  std::vector<Window> windows;
  const Node* active = world_->active_window();
  for (const auto& node : access->app->windows) {
    if (!node->present) continue;
    Window window;
    window.element = {app_key, World::identity(node->serial)};
    window.title = node->text(TextField::kName).value_or("");
    window.role = node->role;
    window.bounds = world_->bounds(*node);
    window.active = node.get() == active;
    window.modal = node->is(State::kModal);
    window.minimized = node->is_minimized();
    windows.push_back(std::move(window));
  }
  return windows;
}

Result<Element> SimulatedBackend::window_at(double x, double y, const Limits&) {
  const auto lock = enter();
  if (const Node* window = world_->topmost_window_at(x, y)) {
    return Element{window->app->key, World::identity(window->serial)};
  }
  return Error{ErrorCode::kNotFound, "there is no window at this point of the screen", {}};
}

Status SimulatedBackend::activate(const Element& wanted, const Limits& limits) {
  auto access = answering(wanted.app_key, limits);
  if (!access) return access.take_error();
  const auto node = element(*access->app, wanted.identity);
  if (!node) return node.error();
  Node& window = World::window_of(**node);
  world_->note(world_->entry("activate", access->app, &window));
  world_->raise(window);
  return Done{};
}

Status SimulatedBackend::close(const Element& wanted, const Limits& limits) {
  auto access = answering(wanted.app_key, limits);
  if (!access) return access.take_error();
  const auto node = element(*access->app, wanted.identity);
  if (!node) return node.error();
  close_window(*world_, World::window_of(**node));
  return Done{};
}

Status SimulatedBackend::quit(const std::string& app_key, bool force, const Limits& limits) {
  if (force) {
    const auto lock = enter();
    const auto app = running(app_key);
    if (!app) return app.error();
    world_->note(world_->entry("quit", *app, nullptr));
    world_->exit(**app);
    return Done{};
  }
  auto access = answering(app_key, limits);
  if (!access) return access.take_error();
  App& app = *access->app;
  world_->note(world_->entry("quit", &app, nullptr));
  std::vector<uint64_t> open;
  for (const auto& window : app.windows) open.push_back(window->serial);
  for (auto at = open.rbegin(); at != open.rend(); ++at) {
    if (Node* window = world_->by_serial(*at)) close_window(*world_, *window);
  }
  if (app.windows.empty()) world_->exit(app);
  if (app.exited) return Done{};
  json::Value details;
  details.set("application", app.name).set("window", app.windows.back()->text(TextField::kName).value_or(""));
  return Error{ErrorCode::kRefused,
               "the application \"" + app.name +
                   "\" was asked to close its windows and still has some; answer what it asks, or force it",
               std::move(details)};
}

}  // namespace surehand::simulated
