#include "platform/linux/invoke/value.h"

#include "platform/linux/invoke/swing_value.h"
#include "platform/linux/quirks/spin_buttons.h"

namespace surehand::atspi {

Result<Dispatch> set_value(Invocation& invocation, double value) {
  if (!invocation.facts().has(Interface::kValue)) return invocation.unsupported("set its value");
  if (invocation.application().traits().loses_values_set) return set_swing_value(invocation, value);
  SUREHAND_TRY(least, invocation.real(Property::kMinimumValue));
  SUREHAND_TRY(most, invocation.real(Property::kMaximumValue));
  const bool has_range = *least && *most && takes_number({**least, **most});
  if (!has_range && is_spin_with_text(invocation.facts().role, invocation.application().toolkit)) {
    return invocation.unsupported("set its value; it shows a date or a time and takes a text");
  }
  if (has_range && (value < **least || value > **most)) {
    json::Value details;
    details.set("minimum", **least);
    details.set("maximum", **most);
    std::string range;
    json::append_number(range, **least);
    range += " to ";
    json::append_number(range, **most);
    return Error{ErrorCode::kInvalidArgument, "the element takes values from " + range, std::move(details)};
  }
  SUREHAND_TRY(done, invocation.dispatch(invocation.caller().set_current_value(invocation.object(), value),
                                         Route::kValue, "Value.CurrentValue"));
  return Dispatch{Route::kValue, "Value.CurrentValue"};
}

}  // namespace surehand::atspi
