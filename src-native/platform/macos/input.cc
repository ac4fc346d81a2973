#include "platform/macos/input.h"

#include <Carbon/Carbon.h>

#include <algorithm>

#include "platform/macos/activate.h"
#include "platform/macos/cg/lock_screen.h"
#include "platform/macos/errors.h"
#include "platform/macos/identity.h"
#include "platform/macos/windows.h"

namespace surehand::ax {

namespace {

// How long the window may take to get the keyboard once it was brought to the front, and how often that is looked at.
constexpr Milliseconds kInputPatience{1000};
constexpr Milliseconds kLookAgain{5};

bool is_keyboard(const InputStep& step) {
  return step.kind == InputStep::Kind::kKeyDown || step.kind == InputStep::Kind::kKeyUp ||
         step.kind == InputStep::Kind::kText;
}

// In the foreground and with the keyboard. What has it instead of the window (a sheet) is not put aside for that.
Status bring(const ApplicationRecord& application, const ElementRef& window, const Limits& limits) {
  SUREHAND_TRY(there, has_keyboard(application, window, limits));
  if (*there) return Done{};
  if (auto brought = bring_to_front(application, window, limits); !brought) return brought;
  for (const Limits patience = limits.capped(kInputPatience);;) {
    there = has_keyboard(application, window, patience);
    if (!there) return there.take_error();
    if (*there) return Done{};
    if (patience.cancelled() || patience.expired()) break;
    patience.sleep_until(Clock::now() + kLookAgain);
  }
  if (auto error = limits.exceeded("the window to get the keyboard"); error && limits.cancelled())
    return std::move(*error);
  return foreground_lost({});
}

// macOS drops synthesised keys then, and no event says so.
Error keyboard_is_secure() {
  return {ErrorCode::kNotActionable,
          "secure keyboard input is on: a password field has the keyboard, or a program left it so, and macOS drops "
          "the keys that others "
          "send. Leave that field or end that program; to fill a field, use what needs no keys (`fill`)",
          {}};
}

// macOS takes them all the same, for the password that it asks for.
Error screen_is_locked() {
  return {
      ErrorCode::kNoDesktop,
      "the screen is locked: keys and clicks would go to the lock screen. Have it unlocked, and keep it from locking "
      "while programs are driven; reading, and what needs no keys (`fill`, presses by action), may work meanwhile",
      {}};
}

// The keys of an application in the background go to the window that has its keyboard, of whatever application is in front.
Result<bool> has_keyboard_of_its_own(const ApplicationRecord& application, const ElementRef& window,
                                     const Limits& limits) {
  const auto reference = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application.pid)));
  const Answer focused = copy(reference, kAXFocusedWindowAttribute, limits);
  if (focused.error != kAXErrorSuccess && !is_absent(focused.error)) {
    return read_failed(application, focused.error, "see which window has its keyboard");
  }
  return focused.value && CFEqual(focused.value.get(), window.get());
}

}  // namespace

Result<Dispatch> make_input(Session& session, const std::vector<InputStep>& steps, const InputTarget& target,
                            const Limits& limits) {
  if (cg::screen_is_locked()) return input_ended(screen_is_locked(), {});
  const bool types = std::any_of(steps.begin(), steps.end(), is_keyboard);
  cg::Receiver receiver;
  if (target.window) {
    auto application = application_of(session, target.window->app_key);
    if (!application) return input_ended(application.take_error(), {});
    auto window = window_of(session, *target.window, limits);
    if (!window) return input_ended(window.take_error(), {});
    const bool background = target.background;
    if (background) {
      receiver.process = static_cast<pid_t>((*application)->pid);
    } else if (auto brought = bring(**application, *window, limits); !brought) {
      return input_ended(brought.take_error(), {});
    }
    receiver.has_keyboard = [application = *application, window = *window, background](const Limits& within) {
      return background ? has_keyboard_of_its_own(*application, window, within)
                        : has_keyboard(*application, window, within);
    };
  } else if (target.background) {
    return Error{ErrorCode::kUnsupported, "input in the background needs the window that it is for", {}};
  }
  if (types && IsSecureEventInputEnabled()) return input_ended(keyboard_is_secure(), {});
  SUREHAND_CHECK(session.input.perform(steps, receiver, limits));
  return Dispatch{Route::kInput, target.background ? "CGEventPostToPid" : "CGEventPost", false};
}

}  // namespace surehand::ax
