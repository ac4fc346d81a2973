#include "platform/linux/invoke/focus.h"

#include "platform/linux/invoke/press.h"
#include "platform/linux/quirks/current_items.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

Result<Dispatch> focus(Invocation& invocation) {
  const bool may_be_current_alone =
      invocation.application().traits().current_item_is_focused && may_be_current_only(invocation.facts().role);
  if (invocation.facts().is(state::kFocused) && !may_be_current_alone)
    return Dispatch{Route::kNone, "it was so already"};
  if (invocation.facts().has(Interface::kComponent)) {
    auto done =
        invocation.dispatch_bool(invocation.caller().method(invocation.object(), Method::kGrabFocus), Route::kFocus);
    if (!done && done.error().code != ErrorCode::kUnsupported) return done.take_error();
    if (done && *done) return Dispatch{Route::kFocus, "Component.GrabFocus"};
  }
  auto done = act(invocation, ActionKind::kFocus);
  if (done) done->route = Route::kFocus;
  return done;
}

}  // namespace surehand::atspi
