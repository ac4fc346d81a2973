#include "platform/linux/screen/input_walk.h"

#include <algorithm>
#include <cmath>

namespace surehand::screen {

Status InputWalk::run(const std::vector<InputStep>& steps, InputSent& sent) {
  for (const InputStep& step : steps) {
    if (auto error = limits_.exceeded("the input to be made")) return std::move(*error);
    SUREHAND_CHECK(one(step, sent));
    ++sent.steps;
  }
  return arrive();
}

Status InputWalk::one(const InputStep& step, InputSent& sent) {
  switch (step.kind) {
    case InputStep::Kind::kMove:
      sent.anything = true;
      return move(step.x, step.y);
    case InputStep::Kind::kDown:
      SUREHAND_CHECK(guard(sent));
      held_buttons_.push_back(step.button);
      return send_button(step.button, true);
    case InputStep::Kind::kUp:
      held_buttons_.erase(std::remove(held_buttons_.begin(), held_buttons_.end(), step.button), held_buttons_.end());
      return send_button(step.button, false);
    case InputStep::Kind::kWheel:
      SUREHAND_CHECK(guard(sent));
      SUREHAND_CHECK(wheel(true, step.y));
      return wheel(false, step.x);
    case InputStep::Kind::kKeyDown:
      return press(step.key, sent);
    case InputStep::Kind::kKeyUp:
      return release(step.key);
    case InputStep::Kind::kText:
      return type(step.text, sent);
    case InputStep::Kind::kSetBack:
      sent.anything = true;
      return release_everything();
    case InputStep::Kind::kPause:
      SUREHAND_CHECK(arrive());
      limits_.sleep_until(Clock::now() + step.pause);
      return Done{};
  }
  return Done{};
}

Status InputWalk::guard(InputSent& sent) {
  if (receiver_.has_keyboard) {
    SUREHAND_TRY(there, receiver_.has_keyboard());
    if (!*there) return foreground_lost(sent);
  }
  if (receiver_.window != kNoWindow) {
    SUREHAND_TRY(there, is_active(receiver_.window));
    if (!*there) return foreground_lost(sent);
  }
  sent.anything = true;
  return Done{};
}

Status InputWalk::wheel(bool vertical, double notches) {
  constexpr double kMost = 1000;
  const double wanted = std::isnan(notches) ? 0 : std::clamp(std::round(notches), -kMost, kMost);
  return wanted == 0 ? Status(Done{}) : turn_wheel(vertical, static_cast<int32_t>(wanted));
}

}  // namespace surehand::screen
