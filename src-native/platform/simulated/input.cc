#include <algorithm>

#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Dispatch> SimulatedBackend::input(const std::vector<InputStep>& steps, const InputTarget& target,
                                         const Limits& limits) {
  if (target.background) {
    return Error{ErrorCode::kUnsupported, "a simulated desktop delivers input to the foreground window only", {}};
  }
  auto lock = session_.enter();
  Input& input = session_.input;
  uint64_t window = 0;
  if (target.window) {
    const auto app = session_.running(target.window->app_key);
    if (!app) return app.error();
    const auto node = session_.element(**app, target.window->identity);
    if (!node) return node.error();
    window = World::window_of(**node).serial;
    input.bring_to_front(World::window_of(**node));
  }
  InputSent sent;
  for (const auto& step : steps) {
    std::optional<Error> trouble;
    if (step.kind == InputStep::Kind::kPause) {
      const auto until = Clock::now() + step.pause;
      lock.unlock();
      limits.sleep_until(until);
      lock = session_.enter();
      if (const auto why = limits.exceeded("the input to be made")) trouble = input_ended(*why, sent);
    } else {
      trouble = input.send(step, window, sent);
    }
    if (!trouble) continue;
    input.let_go();
    return *trouble;
  }
  const bool keyboard = std::any_of(steps.begin(), steps.end(), [](const InputStep& step) {
    return step.kind == InputStep::Kind::kKeyDown || step.kind == InputStep::Kind::kText;
  });
  return Dispatch{Route::kInput, keyboard ? "keyboard" : "pointer", false};
}

}  // namespace surehand::simulated
