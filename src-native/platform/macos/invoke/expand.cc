#include "platform/macos/invoke/expand.h"

namespace surehand::ax {

namespace {

bool opens_menu(const Facts& facts) {
  return facts.role == "AXPopUpButton" || facts.role == "AXMenuButton" || facts.role == "AXMenuBarItem" ||
         facts.role == "AXMenuItem";
}

// What says whether it is open; null where nothing does. A row says AXDisclosing even where it is in no outline.
CFStringRef telling(Invocation& invocation) {
  const bool is_row = invocation.facts().role == "AXRow";
  for (const CFStringRef each : {is_row ? kAXDisclosingAttribute : kAXExpandedAttribute, kAXExpandedAttribute}) {
    if (boolean(invocation.element(), each, invocation.limits())) return each;
  }
  return invocation.facts().role == "AXDisclosureTriangle" ? kAXValueAttribute : nullptr;
}

}  // namespace

Result<Dispatch> expand(Invocation& invocation, bool on) {
  const Facts& facts = invocation.facts();
  const std::string purpose = on ? "expand it" : "collapse it";
  const CFStringRef says = telling(invocation);
  const auto is_open = [&] { return says ? boolean(invocation.element(), says, invocation.limits()) : std::nullopt; };
  if (is_open() == on) return Dispatch{Route::kNone, "it was so already"};

  // Of what is no outline's row, a success says nothing: AXExpanded can be set anywhere, to no effect.
  const bool writes = says && says != kAXValueAttribute && is_settable(invocation.element(), says, invocation.limits());
  if (writes) {
    const CFTypeRef wanted = on ? kCFBooleanTrue : kCFBooleanFalse;
    const auto took = [&] { return invocation.confirmed([&] { return is_open() == on; }); };
    auto written = invocation.write(invocation.element(), says, wanted, Route::kAction, took);
    if (!written || facts.role == "AXRow" || took()) return written;
    if (!facts.has("AXPress")) return written;
  }
  if (!says && !opens_menu(facts)) return invocation.unsupported(purpose);
  if (!on && facts.has("AXCancel")) return invocation.perform(kAXCancelAction, Route::kAction);
  if (facts.has("AXPress")) return invocation.perform(kAXPressAction, Route::kAction);
  if (facts.has("AXShowMenu")) return invocation.perform(kAXShowMenuAction, Route::kAction);
  return invocation.unsupported(purpose);
}

}  // namespace surehand::ax
