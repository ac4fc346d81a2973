#include "platform/linux/invoke/scroll.h"

namespace surehand::atspi {

namespace {

constexpr uint32_t kScrollAnywhere = 7;

}  // namespace

Result<Dispatch> scroll_into_view(Invocation& invocation) {
  if (!invocation.facts().has(Interface::kComponent)) return invocation.unsupported("scroll it into view");
  dbus::Writer body;
  body.u32(kScrollAnywhere);
  SUREHAND_TRY(
      done, invocation.dispatch_bool(
                invocation.caller().method_with(invocation.object(), Method::kScrollTo, "u", &body), Route::kScroll));
  if (!*done) return invocation.unsupported("scroll it into view");
  return Dispatch{Route::kScroll, "Component.ScrollTo", false};
}

}  // namespace surehand::atspi
