#include "platform/macos/invoke/press.h"

#include "platform/macos/cf/string.h"

namespace surehand::ax {

namespace {

std::string offered(const Facts& facts) {
  if (facts.actions.empty()) return "; it has no actions";
  std::string text;
  for (const std::string& each : facts.actions) text += (text.empty() ? "; its actions are `" : ", `") + each + "`";
  return text;
}

bool toggles(const Facts& facts) {
  return facts.role == "AXCheckBox" || facts.role == "AXRadioButton" || facts.subrole == "AXToggle" ||
         facts.subrole == "AXToggleButton" || facts.subrole == "AXSwitch";
}

// An entry with a mark of its own, or one that the web gives a value.
bool is_checkable_entry(Invocation& invocation) {
  if (invocation.facts().role != "AXMenuItem") return false;
  if (truth_of(copy(invocation.element(), kAXValueAttribute, invocation.limits()).value.get())) return true;
  return text(invocation.element(), kAXMenuItemMarkCharAttribute, invocation.limits()).has_value();
}

}  // namespace

Result<Dispatch> press(Invocation& invocation) {
  const Facts& facts = invocation.facts();
  if (facts.has("AXPress")) return invocation.perform(kAXPressAction, Route::kAction);
  if (facts.has("AXPick")) return invocation.perform(kAXPickAction, Route::kAction);
  // In a text field it is the Enter key.
  if (facts.has("AXConfirm") && !facts.is_text()) return invocation.perform(kAXConfirmAction, Route::kAction);
  return invocation.unsupported("press it" + offered(facts));
}

Result<Dispatch> show_menu(Invocation& invocation) {
  if (invocation.facts().has("AXShowMenu")) return invocation.perform(kAXShowMenuAction, Route::kAction);
  return invocation.unsupported("show its menu" + offered(invocation.facts()));
}

Result<Dispatch> toggle(Invocation& invocation) {
  if (!toggles(invocation.facts()) && !is_checkable_entry(invocation)) return invocation.unsupported("toggle it");
  return press(invocation);
}

Result<Dispatch> named(Invocation& invocation, const std::string& wanted) {
  const Facts& facts = invocation.facts();
  if (!facts.has(wanted)) {
    json::Array names(facts.actions.begin(), facts.actions.end());
    return invocation.unsupported("do `" + wanted + "`" + offered(facts), json::Object{{"actions", std::move(names)}});
  }
  const auto action = cf::string(wanted);
  return invocation.perform(action.get(), Route::kAction);
}

}  // namespace surehand::ax
