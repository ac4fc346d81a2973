#include "platform/simulated/backend.h"

<<<<<<< HEAD
=======
#include <algorithm>
#include <thread>
>>>>>>> 50e89f4 (launch() keeps what the program writes, and says how it ended)
#include <utility>

#include "core/seam/open.h"
#include "platform/simulated/world/behaviour.h"

namespace surehand {

Result<std::unique_ptr<Backend>> open_simulated(const OpenOptions& options, const Limits&) {
  auto world = simulated::World::from_json(options.world);
  if (!world) return world.take_error();
  return std::unique_ptr<Backend>(std::make_unique<simulated::SimulatedBackend>(world.take()));
}

namespace simulated {
<<<<<<< HEAD
=======
namespace {

void sleep(Clock::time_point until, const Limits& limits) {
  const auto end = std::min(until, limits.deadline);
  if (limits.cancel) {
    limits.cancel->wait_until(end);
  } else {
    std::this_thread::sleep_until(end);
  }
}

}  // namespace

std::unique_lock<std::mutex> SimulatedBackend::enter() {
  std::unique_lock lock(world_->mutex);
  world_->advance();
  return lock;
}

Result<App*> SimulatedBackend::running(const std::string& app_key) const {
  App* app = world_->app_by_key(app_key);
  if (!app) return Error{ErrorCode::kAppNotFound, "this desktop has no application with that key", {}};
  if (!app->exited) return app;
  json::Value details;
  details.set("application", app->name);
  return Error{ErrorCode::kAppExited, "the application \"" + app->name + "\" has ended", std::move(details)};
}

Result<SimulatedBackend::Access> SimulatedBackend::answering(const std::string& app_key, const Limits& limits) {
  for (;;) {
    auto lock = enter();
    const auto app = running(app_key);
    if (!app) return app.error();
    if ((*app)->hangs_until <= world_->now()) return Access{std::move(lock), *app};
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
    sleep(until, limits);
  }
}

Result<Node*> SimulatedBackend::element(App& app, const std::string& identity) const {
  if (Node* node = world_->by_identity(app, identity)) return node;
  return Error{
      ErrorCode::kStale, "the element is gone from \"" + app.name + "\": it was removed, or replaced by another", {}};
}

Application SimulatedBackend::described(const App& app) const {
  Application made;
  made.key = app.key;
  made.name = app.name;
  made.id = app.id;
  made.executable = app.executable;
  made.pid = app.pid;
  made.toolkit = app.toolkit;
  made.responsive = app.hangs_until <= world_->now();
  return made;
}

Result<std::vector<Application>> SimulatedBackend::applications(const Limits&) {
  const auto lock = enter();
  std::vector<Application> running;
  for (const auto& app : world_->apps) {
    if (!app->exited) running.push_back(described(*app));
  }
  return running;
}

Result<Matches> SimulatedBackend::find(const Target& target, const Query& query, size_t limit, const Limits& limits) {
  auto tree = snapshot(target, {}, limits);
  if (!tree) return tree.take_error();
  MatchOptions options;
  options.limit = limit;
  auto nodes = match(query, **tree, options, limits);
  if (!nodes) return nodes.take_error();
  return Matches{tree.take(), nodes.take(), false};
}

Result<Dispatch> SimulatedBackend::invoke(const Element& wanted, const Action& action, const Limits& limits) {
  auto access = answering(wanted.app_key, limits);
  if (!access) return access.take_error();
  auto node = element(*access->app, wanted.identity);
  if (!node) return node.take_error();
  auto dispatch = perform(*world_, **node, action);
  if (!dispatch || access->app->hangs_until <= world_->now()) return dispatch;
  // It hangs because of what it was asked to do: the answer comes when that is done, as from Qt.
  access->lock.unlock();
  auto after = answering(wanted.app_key, limits);
  if (after) return dispatch;
  const Error lost = after.take_error();
  return Error{ErrorCode::kOutcomeUnknown,
               std::string(to_string(action.kind)) + " was sent and not answered (" + lost.message +
                   "); look at the application before doing it again",
               json::Object{{"reason", std::string(to_string(lost.code))}}};
}

Result<Dispatch> SimulatedBackend::input(const std::vector<InputStep>& steps, const Limits&) {
  const auto lock = enter();
  return input_.send(steps);
}

Result<Rect> SimulatedBackend::screen(const Limits&) {
  const auto lock = enter();
  return world_->screen;
}

Result<Launched> SimulatedBackend::launch(const LaunchOptions& options, const Limits& limits) {
  auto lock = enter();
  const auto launched = world_->launch(options.command);
  if (!launched) return launched.error();
  App& app = **launched;
  app.launched = true;
  auto entry = world_->entry("launch", &app, nullptr);
  json::Value arguments = json::Array();
  for (const auto& argument : options.arguments) arguments.push(argument);
  entry.set("command", options.command).set("arguments", std::move(arguments));
  world_->note(std::move(entry));
  for (;;) {
    for (const auto& window : app.windows) {
      if (window->present) return Launched{described(app), app.pid};
    }
    if (app.exited) return running(app.key).error();
    if (auto error = limits.exceeded("the first window of \"" + options.command + "\"")) return *error;
    const auto next = world_->next_event().value_or(limits.deadline);
    lock.unlock();
    sleep(next, limits);
    lock = enter();
  }
}
>>>>>>> 50e89f4 (launch() keeps what the program writes, and says how it ended)

Result<ProgramReport> SimulatedBackend::program(int64_t process, bool ended, const Limits& limits) {
  auto lock = enter();
  const auto found = std::find_if(world_->apps.rbegin(), world_->apps.rend(),
                                  [process](const auto& app) { return app->launched && app->pid == process; });
  if (found == world_->apps.rend()) {
    return Error{
        ErrorCode::kInvalidArgument, "the process " + std::to_string(process) + " was not started from here", {}};
  }
  const App& app = **found;
  while (ended && !app.exited && !limits.expired() && !limits.cancelled()) {
    const auto next = std::min(world_->next_event().value_or(limits.deadline), Clock::now() + Milliseconds(20));
    lock.unlock();
    sleep(next, limits);
    lock = enter();
  }
  ProgramReport report;
  report.output.bytes = app.output;
  report.error.bytes = app.error;
  report.running = !app.exited;
  report.exit_code = app.exit_code;
  report.signal = app.exit_signal;
  return report;
}

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
