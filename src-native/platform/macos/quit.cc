#include "platform/macos/quit.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>

#include "platform/macos/ax/calls.h"
#include "platform/macos/errors.h"
#include "platform/macos/identity.h"
#include "platform/macos/process/process.h"
#include "platform/macos/windows.h"
#include "platform/posix/children.h"

namespace surehand::ax {

namespace {

// How long an application may take to go by itself before `force` ends it, and then to obey.
constexpr Milliseconds kGrace{2000};
constexpr Milliseconds kTermination{500};
constexpr Milliseconds kQuitProbe{500};

// The entry that has Command and Q, whatever language it is in.
ElementRef quit_entry(const ElementRef& bar, const Limits& limits) {
  for (const ElementRef& opener : elements(bar, kAXChildrenAttribute, limits)) {
    for (const ElementRef& menu : elements(opener, kAXChildrenAttribute, limits)) {
      for (const ElementRef& entry : elements(menu, kAXChildrenAttribute, limits)) {
        const auto character = text(entry, kAXMenuItemCmdCharAttribute, limits);
        if (character != "Q" && character != "q") continue;
        // 0: Command alone.
        if (number(entry, kAXMenuItemCmdModifiersAttribute, limits).value_or(0) == 0) return entry;
      }
    }
  }
  return {};
}

void end(pid_t pid, Milliseconds grace, const Limits& limits) {
  if (wait_for_end(pid, limits.capped(std::min(grace, limits.remaining() / 2)))) return;
  kill(pid, SIGTERM);
  if (wait_for_end(pid, limits.capped(std::min(kTermination, limits.remaining() / 2)))) return;
  kill(pid, SIGKILL);
  (void)wait_for_end(pid, limits);
}

// Whatever a press answers, it may have been heard: whether the application goes is what tells.
Status ask_to_quit(const ApplicationRecord& application, const ElementRef& reference, const Limits& limits) {
  const Answer bar = copy(reference, kAXMenuBarAttribute, limits);
  if (bar.error != kAXErrorSuccess && !is_absent(bar.error))
    return read_failed(application, bar.error, "find its menu");
  if (!bar.value) {
    // An agent without a menu has nothing open that it would have to ask about.
    kill(static_cast<pid_t>(application.pid), SIGTERM);
    return Done{};
  }
  const auto menus = ElementRef::retain(cf::as<AXUIElementRef>(bar.value.get(), AXUIElementGetTypeID()));
  const ElementRef entry = menus ? quit_entry(menus, limits) : ElementRef();
  if (!entry) {
    return Error{
        ErrorCode::kUnsupported,
        "no entry of " + application.name +
            "'s menus has Command and Q, so it cannot be asked to quit; press its entry for that, or quit with force, "
            "which does not ask whether to save",
        {}};
  }
  (void)perform(entry, kAXPressAction, limits);
  return Done{};
}

}  // namespace

Status close_window(Session& session, const Element& wanted, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, wanted.app_key));
  SUREHAND_TRY(window, window_of(session, wanted, limits));
  ElementRef button = element(*window, kAXCloseButtonAttribute, limits);
  if (!button) button = element(*window, kAXCancelButtonAttribute, limits);  // of a sheet or a dialog
  if (!button) {
    return Error{ErrorCode::kUnsupported, "the window has no button to close it; press what it offers instead", {}};
  }
  const AXError error = perform(button, kAXPressAction, limits);
  if (error == kAXErrorSuccess) return Done{};
  // It may ask whether to save, and answers when that was told.
  if (is_silent(error) && text(*window, kAXRoleAttribute, limits.capped(kQuitProbe))) return Done{};
  if (is_gone(error)) return Done{};
  return act_failed(**application, error, "closing the window");
}

Status quit_application(Session& session, const std::string& app_key, bool force, const Limits& limits) {
  auto record = application_of(session, app_key);
  if (!record && record.error().code == ErrorCode::kAppExited) return Done{};
  if (!record) return record.take_error();
  const ApplicationRecord& application = **record;
  const auto pid = static_cast<pid_t>(application.pid);
  if (pid == getpid()) {
    return Error{ErrorCode::kRefused, application.name + " is this process; it does not end itself", {}};
  }
  const auto reference = ElementRef::adopt(AXUIElementCreateApplication(pid));
  const AXError answer = copy(reference, kAXRoleAttribute, limits.capped(kQuitProbe)).error;
  const bool hangs = is_silent(answer) && is_running(pid);
  if (hangs && !force) return app_unresponsive(application, "ask it to quit");
  if (answer == kAXErrorAPIDisabled && !force) return not_trusted();
  if (!hangs) {
    if (auto asked = ask_to_quit(application, reference, limits.capped(kGrace)); !asked && !force) return asked;
  }
  if (force) {
    end(pid, hangs ? Milliseconds(0) : kGrace, limits);
  } else {
    (void)wait_for_end(pid, limits);
  }
  if (!is_running(pid)) {
    session.applications.forget(app_key);
    session.elements->end(app_key);
    return Done{};
  }
  Error error = limits.exceeded(application.name + " to end")
                    .value_or(Error{ErrorCode::kTimeout, application.name + " did not end", {}});
  error.message += "; it may be asking whether to save: answer it, or quit with force";
  return std::move(error).maybe_sent();
}

}  // namespace surehand::ax
