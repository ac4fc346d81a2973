#include "platform/linux/input.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "platform/linux/activate.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/identify_windows.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/treeless.h"
#include "platform/linux/windows.h"

namespace surehand::atspi {

namespace {

// How long an application may take to say which of the display's windows is meant: all input waits for it meanwhile.
constexpr Milliseconds kPatience{1000};

// The window that an element is in. A popup is in no window manager's list and takes the keys of the window that has the focus.
Result<std::optional<screen::ClientWindow>> shown_window(Session& session, const Element& element,
                                                         const Limits& limits) {
  auto found = find_displayed_window(session, element, limits.capped(kPatience), Telling::kAsItIs);
  if (!found && found.error().code == ErrorCode::kAmbiguous) {
    return find_displayed_window(session, element, limits, Telling::kMovingFocus);
  }
  if (!found || *found || window_named(element.identity)) return found;
  const auto record = application_of(session, element.app_key, limits);
  if (!record) return record.error();
  auto own = windows_of(session, **record, limits);
  const auto active = std::find_if(own.begin(), own.end(), [](const auto& window) { return window.active; });
  if (active != own.end()) return std::optional(std::move(*active));
  if (own.size() == 1) return std::optional(std::move(own.front()));
  return found;
}

// Shown, in the foreground and with the keyboard.
Result<screen::WindowId> foreground(Session& session, const Element& element, const Limits& limits) {
  auto found = shown_window(session, element, limits);
  if (!found) {
    Error error = found.take_error();
    if (error.code == ErrorCode::kTimeout && !limits.expired()) error.code = ErrorCode::kAppUnresponsive;
    return error;
  }
  if (!*found) {
    return Error{ErrorCode::kUnsupported,
                 "no window on the display is known to be the application's, so input cannot be sent to it",
                 {}};
  }
  const screen::WindowId window = (*found)->id;
  SUREHAND_TRY(there, session.screen->is_in_foreground(window, limits));
  if (!*there) {
    auto activated = bring_forward(session, element, window, limits);
    if (activated) activated = session.screen->wait_for_foreground(window, limits);
    if (!activated && activated.error().code == ErrorCode::kTimeout) return foreground_lost({});
    if (!activated) return activated.take_error();
  }
  return window;
}

// Sees to it that input goes to the window that is meant.
Status aim(Session& session, const Element& target, screen::Receiver& receiver, const Limits& limits) {
  const Status seen = session.screen->sees_windows(limits);
  if (!seen && seen.error().code != ErrorCode::kUnsupported) return seen;
  if (seen) {
    SUREHAND_TRY(window, foreground(session, target, limits));
    receiver.window = *window;
    return Done{};
  }
  SUREHAND_TRY(kept, session.screen->keeps_keys(limits));
  if (!kept->empty()) return Error{ErrorCode::kNotActionable, kept.take(), {}};
  // Where the window system tells of no windows, the application itself says whether the one that is meant has the keyboard.
  receiver.has_keyboard = [&session, &limits, target] { return says_it_has_keyboard(session, target, limits); };
  SUREHAND_TRY(there, receiver.has_keyboard());
  return *there ? Status(Done{}) : Status(foreground_lost({}));
}

// Whether the first press of the steps goes into a popup of an application that is late to notice the pointer there.
Result<bool> lags_in_popup(Session& session, const std::vector<InputStep>& steps, const Limits& limits) {
  const auto press = std::find_if(steps.begin(), steps.end(),
                                  [](const InputStep& step) { return step.kind == InputStep::Kind::kDown; });
  const auto move = std::find_if(std::make_reverse_iterator(press), steps.rend(),
                                 [](const InputStep& step) { return step.kind == InputStep::Kind::kMove; });
  if (press == steps.end() || move == steps.rend()) return false;
  const auto known = session.applications.all();
  const auto is_late = [](const ApplicationPtr& application) {
    return application->traits().notices_pointer_late_in_popups;
  };
  if (std::none_of(known.begin(), known.end(), is_late)) return false;
  auto below = session.screen->window_at(static_cast<int32_t>(std::lround(move->x)),
                                         static_cast<int32_t>(std::lround(move->y)), limits);
  // A window system that does not tell its windows tells no popups either.
  if (!below && below.error().code == ErrorCode::kUnsupported) return false;
  if (!below) return below.take_error();
  if (!*below || !(*below)->unmanaged) return false;
  const ApplicationPtr owner = session.applications.with_pid((*below)->pid);
  return owner && is_late(owner);
}

// An answer over the bus is a turn of the application's main loop, which reads what came from the window system as well.
Status catch_up(Session& session, const std::string& app_key, const Limits& limits) {
  const auto application = session.applications.find(app_key);
  if (!application || !application->has_tree()) return Done{};
  Caller caller;
  auto reply = session.bus->call(caller.get({app_key, application->root}, Property::kName), limits);
  if (!reply) return reply.take_error();
  return Done{};
}

}  // namespace

Result<Dispatch> make_input(Session& session, const std::vector<InputStep>& steps, const InputTarget& target,
                            const Limits& limits) {
  if (target.background) {
    return Error{ErrorCode::kUnsupported, "synthesised input goes to the foreground window only", {}};
  }
  SUREHAND_CHECK(session.screen->present());
  screen::Receiver receiver;
  if (target.window) {
    auto aimed = aim(session, *target.window, receiver, limits);
    if (!aimed) return input_ended(aimed.take_error(), {});
    receiver.catch_up = [&session, &limits, key = target.window->app_key] { return catch_up(session, key, limits); };
  }
  auto lags = lags_in_popup(session, steps, limits);
  if (!lags) return input_ended(lags.take_error(), {});
  receiver.lags_in_popups = *lags;
  SUREHAND_TRY(means, session.screen->input(steps, receiver, limits));
  return Dispatch{Route::kInput, *means, false};
}

}  // namespace surehand::atspi
