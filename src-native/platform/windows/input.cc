#include "platform/windows/input.h"

#include "platform/windows/permissions.h"
#include "platform/windows/win32/bring_to_front.h"
#include "platform/windows/win32/integrity.h"

namespace surehand::uia {

Result<Dispatch> make_input(Session& session, const std::vector<InputStep>& steps, const InputTarget& target,
                            const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  if (target.background) {
    return Error{ErrorCode::kUnsupported, "Windows delivers synthesised input to the foreground window only", {}};
  }
  HWND window = nullptr;
  if (target.window) {
    auto top = top_level_of(session, *target.window);
    if (!top) return input_ended(top.take_error(), {});
    window = keyboard_window(*top);
    if (auto error = out_of_reach(window)) return input_ended(std::move(*error), {});
    // A dialog keeps it from being used, and the keyboard with it.
    if (!IsWindowEnabled(window)) return foreground_lost({});
    if (!is_in_front(window)) {
      if (auto shown = bring_to_front(window, limits); !shown) return input_ended(shown.take_error(), {});
    }
  }
  SUREHAND_CHECK(session.input.perform(steps, window, limits));
  return Dispatch{Route::kInput, "SendInput"};
}

}  // namespace surehand::uia
