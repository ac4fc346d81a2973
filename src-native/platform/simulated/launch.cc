#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Application> SimulatedBackend::launch(const LaunchOptions& options, const Limits& limits) {
  auto lock = session_.enter();
  const auto launched = session_.world->launch(options.command);
  if (!launched) return launched.error();
  App& app = **launched;
  auto entry = session_.world->entry("launch", &app, nullptr);
  json::Value arguments = json::Array();
  for (const auto& argument : options.arguments) arguments.push(argument);
  entry.set("command", options.command).set("arguments", std::move(arguments));
  session_.world->note(std::move(entry));
  for (;;) {
    for (const auto& window : app.windows) {
      if (window->present) return session_.described(app);
    }
    if (app.exited) return session_.running(app.key).error();
    if (auto error = limits.exceeded("the first window of \"" + options.command + "\"")) return *error;
    const auto next = session_.world->next_event().value_or(limits.deadline);
    lock.unlock();
    sleep(next, limits);
    lock = session_.enter();
  }
}

}  // namespace surehand::simulated
