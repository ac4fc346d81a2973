#include "platform/simulated/session.h"

#include <utility>

namespace surehand::simulated {

std::unique_lock<std::mutex> Session::enter() {
  std::unique_lock lock(world->mutex);
  world->advance();
  return lock;
}

Result<App*> Session::running(const std::string& app_key) const {
  App* app = world->app_by_key(app_key);
  if (!app) return Error{ErrorCode::kAppNotFound, "this desktop has no application with that key", {}};
  if (!app->exited) return app;
  json::Value details;
  details.set("application", app->name);
  if (app->exit_code) details.set("exitCode", static_cast<int64_t>(*app->exit_code));
  if (!app->exit_signal.empty()) details.set("signal", app->exit_signal);
  return Error{ErrorCode::kAppExited, "the application \"" + app->name + "\" has ended", std::move(details)};
}

Result<Session::Access> Session::answering(const std::string& app_key, const Limits& limits) {
  for (;;) {
    auto lock = enter();
    const auto app = running(app_key);
    if (!app) return app.error();
    if ((*app)->hangs_until <= world->now()) return Access{std::move(lock), *app};
    const std::string name = (*app)->name;
    const auto until = (*app)->hangs_until;
    lock.unlock();
    if (limits.cancelled()) return *limits.exceeded("an answer of \"" + name + "\"");
    if (limits.expired()) {
      json::Value details;
      details.set("application", name);
      return Error{ErrorCode::kAppUnresponsive,
                   "the application \"" + name + "\" did not answer by the deadline; nothing was sent to it",
                   std::move(details)};
    }
    limits.sleep_until(until);
  }
}

Result<Node*> Session::element(App& app, const std::string& identity) const {
  if (Node* node = world->by_identity(app, identity)) return node;
  return Error{
      ErrorCode::kStale, "the element is gone from \"" + app.name + "\": it was removed, or replaced by another", {}};
}

Error no_tree(const App& app, std::string_view what) {
  return {ErrorCode::kUnsupported,
          app.name + " publishes no accessibility tree, and " + std::string(what) +
              " needs one; its windows, screenshots, keys and the pointer work",
          {}};
}

Application Session::described(const App& app) const {
  Application made;
  made.key = app.key;
  made.name = app.name;
  made.id = app.id;
  made.other_names = app.other_names;
  made.executable = app.executable;
  made.pid = app.pid;
  made.toolkit = app.toolkit;
  made.pace = app.pace;
  made.responsive = app.hangs_until <= world->now();
  made.has_tree = app.has_tree;
  return made;
}

}  // namespace surehand::simulated
