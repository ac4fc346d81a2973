#include "platform/linux/invoke/swing_value.h"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace surehand::atspi {
namespace {

// A slider goes by one with each step.
constexpr double kMostSteps = 1000;

Result<std::optional<int32_t>> action_index(Invocation& invocation, std::string_view wanted) {
  SUREHAND_TRY(reply, invocation.read(invocation.caller().method(invocation.object(), Method::kGetActions)));
  if (!reply->is_reply()) return std::optional<int32_t>();
  dbus::Reader reader = reply->body();
  int32_t index = 0;
  for (auto actions = reader.begin_array(8); reader.more(actions); ++index) {
    reader.begin_struct();
    const std::string_view name = reader.string();
    reader.string();
    reader.string();
    if (reader.ok() && name == wanted) return std::optional(index);
  }
  return std::optional<int32_t>();
}

}  // namespace

Result<Dispatch> set_swing_value(Invocation& invocation, double value) {
  SUREHAND_TRY(first, invocation.real(Property::kCurrentValue));
  if (!*first) return invocation.unsupported("set its value; it has no number");
  double now = **first;
  const double distance = value - now;
  if (distance == 0) return Dispatch{Route::kNone, "it was so already"};
  const std::string name = distance > 0 ? "increment" : "decrement";
  SUREHAND_TRY(index, action_index(invocation, name));
  if (!*index || std::abs(distance) > kMostSteps) return invocation.unsupported("set its value in few steps");
  const double direction = distance > 0 ? 1 : -1;
  while ((value - now) * direction > 0) {
    SUREHAND_TRY(
        done, invocation.dispatch_bool(invocation.caller().with_index(invocation.object(), Method::kDoAction, **index),
                                       Route::kValue, name));
    SUREHAND_TRY(after, invocation.real(Property::kCurrentValue));
    // What does not follow, or goes another way, is left where it is; the caller reads it back.
    if (!*done || !*after || (**after - now) * direction <= 0) break;
    now = **after;
  }
  return Dispatch{Route::kValue, name};
}

}  // namespace surehand::atspi
