#include <algorithm>

#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Launched> SimulatedBackend::launch(const LaunchOptions& options, const Limits& limits) {
  auto lock = session_.enter();
  const auto launched = session_.world->launch(options.command, options.name);
  if (!launched) return launched.error();
  App& app = **launched;
  app.launched = true;
  auto entry = session_.world->entry("launch", &app, nullptr);
  json::Value arguments = json::Array();
  for (const auto& argument : options.arguments) arguments.push(argument);
  entry.set("command", options.command.empty() ? options.name : options.command).set("arguments", std::move(arguments));
  session_.world->note(std::move(entry));
  for (;;) {
    for (const auto& window : app.windows) {
      if (window->present) return Launched{session_.described(app), app.pid};
    }
    if (app.exited) return Error(session_.running(app.key).error()).maybe_sent();
    if (auto error = limits.exceeded("the first window of " + app.name)) {
      return std::move(*error).maybe_sent();
    }
    const auto next = session_.world->next_event().value_or(limits.deadline);
    lock.unlock();
    limits.sleep_until(next);
    lock = session_.enter();
  }
}

Result<ProgramReport> SimulatedBackend::program(int64_t process, bool ended, const Limits& limits) {
  // How long what ends an application from outside (a test's effect) goes unnoticed.
  constexpr Milliseconds kPoll{20};
  auto lock = session_.enter();
  const auto& apps = session_.world->apps;
  const auto found = std::find_if(apps.rbegin(), apps.rend(),
                                  [process](const auto& app) { return app->launched && app->pid == process; });
  if (found == apps.rend()) {
    return Error{
        ErrorCode::kInvalidArgument, "the process " + std::to_string(process) + " was not started from here", {}};
  }
  const App& app = **found;
  while (ended && !app.exited && !limits.expired() && !limits.cancelled()) {
    const auto next = std::min(session_.world->next_event().value_or(limits.deadline), Clock::now() + kPoll);
    lock.unlock();
    limits.sleep_until(next);
    lock = session_.enter();
  }
  ProgramReport report;
  report.output.bytes = app.output;
  report.error.bytes = app.error;
  report.running = !app.exited;
  report.exit_code = app.exit_code;
  report.signal = app.exit_signal;
  return report;
}

}  // namespace surehand::simulated
