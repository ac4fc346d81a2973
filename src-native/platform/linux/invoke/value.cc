#include "platform/linux/invoke/value.h"

namespace surehand::atspi {

Result<Dispatch> set_value(Invocation& invocation, double value) {
  if (!invocation.facts().has(Interface::kValue)) return invocation.unsupported("set its value");
  auto least = invocation.real(Property::kMinimumValue);
  if (!least) return least.take_error();
  auto most = invocation.real(Property::kMaximumValue);
  if (!most) return most.take_error();
  if (*least && *most && **least < **most && (value < **least || value > **most)) {
    json::Value details;
    details.set("minimum", **least);
    details.set("maximum", **most);
    std::string range;
    json::append_number(range, **least);
    range += " to ";
    json::append_number(range, **most);
    return Error{ErrorCode::kInvalidArgument, "the element takes values from " + range, std::move(details)};
  }
  auto done = invocation.dispatch(invocation.caller().set_current_value(invocation.object(), value), Route::kValue,
                                  "Value.CurrentValue");
  if (!done) return done.take_error();
  return Dispatch{Route::kValue, "Value.CurrentValue"};
}

}  // namespace surehand::atspi
