#include "platform/simulated/backend.h"
#include "platform/simulated/world/behaviour.h"

namespace surehand::simulated {

Status SimulatedBackend::close(const Element& wanted, const Limits& limits) {
  SUREHAND_TRY(access, session_.answering(wanted.app_key, limits));
  const auto node = session_.element(*access->app, wanted.identity);
  if (!node) return node.error();
  close_window(*session_.world, World::window_of(**node));
  return Done{};
}

Status SimulatedBackend::quit(const std::string& app_key, bool force, const Limits& limits) {
  if (force) {
    const auto lock = session_.enter();
    const auto app = session_.running(app_key);
    if (!app) return app.error();
    session_.world->note(session_.world->entry("quit", *app, nullptr));
    session_.world->exit(**app);
    return Done{};
  }
  SUREHAND_TRY(access, session_.answering(app_key, limits));
  App& app = *access->app;
  session_.world->note(session_.world->entry("quit", &app, nullptr));
  std::vector<uint64_t> open;
  for (const auto& window : app.windows) open.push_back(window->serial);
  for (auto at = open.rbegin(); at != open.rend(); ++at) {
    if (Node* window = session_.world->by_serial(*at)) close_window(*session_.world, *window);
  }
  if (app.windows.empty()) session_.world->exit(app);
  if (app.exited) return Done{};
  json::Value details;
  details.set("application", app.name).set("window", app.windows.back()->text(TextField::kName).value_or(""));
  return Error{ErrorCode::kRefused,
               "the application \"" + app.name +
                   "\" was asked to close its windows and still has some; answer what it asks, or force it",
               std::move(details)}
      .maybe_sent();
}

}  // namespace surehand::simulated
