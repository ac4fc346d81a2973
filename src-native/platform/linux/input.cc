#include "platform/linux/input.h"

namespace surehand::atspi {

Result<Dispatch> make_input(Session& session, const std::vector<InputStep>& steps, const Limits& limits) {
  auto input = session.screen.input();
  if (!input) return input.take_error();
  if (auto made = (*input)->perform(steps, limits); !made) return made.take_error();
  return Dispatch{Route::kInput, "XTEST", false};
}

}  // namespace surehand::atspi
