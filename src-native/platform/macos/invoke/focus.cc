#include "platform/macos/invoke/focus.h"

namespace surehand::ax {

Result<Dispatch> focus(Invocation& invocation) {
  const auto is_focused = [&] {
    return boolean(invocation.element(), kAXFocusedAttribute, invocation.limits()).value_or(false);
  };
  if (is_focused()) return Dispatch{Route::kNone, "it was so already"};
  if (!is_settable(invocation.element(), kAXFocusedAttribute, invocation.limits())) {
    return invocation.unsupported("focus it");
  }
  return invocation.write(invocation.element(), kAXFocusedAttribute, kCFBooleanTrue, Route::kFocus, is_focused);
}

}  // namespace surehand::ax
