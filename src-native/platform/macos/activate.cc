#include "platform/macos/activate.h"

#include "platform/macos/errors.h"
#include "platform/macos/identity.h"
#include "platform/macos/windows.h"

namespace surehand::ax {

namespace {

ElementRef reference_of(const ApplicationRecord& application) {
  return ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application.pid)));
}

}  // namespace

Status bring_to_front(const ApplicationRecord& application, const ElementRef& window, const Limits& limits) {
  if (boolean(window, kAXMinimizedAttribute, limits).value_or(false)) {
    (void)set(window, kAXMinimizedAttribute, kCFBooleanFalse, limits);
  }
  const ElementRef reference = reference_of(application);
  if (boolean(reference, kAXHiddenAttribute, limits).value_or(false)) {
    (void)set(reference, kAXHiddenAttribute, kCFBooleanFalse, limits);
  }
  // Since macOS 14 an application cannot take the front for another; that one itself can. It brings all of its windows, and some
  // put their own last one in front: so this window is asked for afterwards.
  const AXError error = set(reference, kAXFrontmostAttribute, kCFBooleanTrue, limits);
  if (error != kAXErrorSuccess && !is_absent(error)) return act_failed(application, error, "AXFrontmost");
  (void)set(window, kAXMainAttribute, kCFBooleanTrue, limits);
  const AXError raised = perform(window, kAXRaiseAction, limits);
  // A sheet is in front of its window and has no action for that.
  const bool done = raised == kAXErrorSuccess || raised == kAXErrorActionUnsupported;
  return done ? Status(Done{}) : act_failed(application, raised, "AXRaise");
}

Result<bool> has_keyboard(const ApplicationRecord& application, const ElementRef& window, const Limits& limits) {
  const ElementRef reference = reference_of(application);
  const Answer front = copy(reference, kAXFrontmostAttribute, limits);
  if (front.error != kAXErrorSuccess) return read_failed(application, front.error, "see whether it is in front");
  if (!truth_of(front.value.get()).value_or(false)) return false;
  const Answer focused = copy(reference, kAXFocusedWindowAttribute, limits);
  if (focused.error == kAXErrorNoValue) return false;
  if (focused.error != kAXErrorSuccess)
    return read_failed(application, focused.error, "see which window has the keyboard");
  return focused.value && CFEqual(focused.value.get(), window.get());
}

Status activate_window(Session& session, const Element& wanted, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, wanted.app_key));
  SUREHAND_TRY(window, window_of(session, wanted, limits));
  return bring_to_front(**application, *window, limits);
}

}  // namespace surehand::ax
