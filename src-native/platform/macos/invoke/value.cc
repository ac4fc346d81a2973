#include "platform/macos/invoke/value.h"

#include <cmath>

#include "platform/macos/cf/string.h"

namespace surehand::ax {

namespace {

constexpr int kMostSteps = 1000;

std::optional<double> value_now(Invocation& invocation) {
  return number(invocation.element(), kAXValueAttribute, invocation.limits());
}

bool is_value(const std::optional<double>& now, double wanted) {
  return now && std::abs(*now - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted));
}

// Step by step, for what takes no value and for what takes one and does nothing (Qt's spin boxes). Ends where a step does not bring it
// nearer.
Result<Dispatch> approach(Invocation& invocation, double wanted) {
  auto now = value_now(invocation);
  Dispatch last{Route::kNone, "it was so already"};
  for (int steps = 0; steps < kMostSteps && now && !is_value(now, wanted); ++steps) {
    const CFStringRef step = wanted > *now ? kAXIncrementAction : kAXDecrementAction;
    auto stepped = invocation.perform(step, Route::kValue);
    if (!stepped || stepped->pending) return stepped;
    last = *stepped;
    const double before = *now;
    (void)invocation.confirmed([&] { return (now = value_now(invocation)) != before; });
    if (!now || std::abs(*now - wanted) >= std::abs(before - wanted)) break;
  }
  return last;
}

}  // namespace

Result<Dispatch> set_value(Invocation& invocation, double value) {
  const ElementRef& element = invocation.element();
  const auto before = value_now(invocation);
  if (!before) return invocation.unsupported("set its value; it has no number");
  const auto least = number(element, kAXMinValueAttribute, invocation.limits());
  const auto most = number(element, kAXMaxValueAttribute, invocation.limits());
  if (least && most && *least < *most && (value < *least || value > *most)) {
    json::Value details;
    details.set("minimum", *least).set("maximum", *most);
    std::string range;
    json::append_number(range, *least);
    range += " to ";
    json::append_number(range, *most);
    return Error{ErrorCode::kInvalidArgument, "the element takes values from " + range, std::move(details)};
  }
  if (is_value(before, value)) return Dispatch{Route::kNone, "it was so already"};
  const bool steps = invocation.facts().has("AXIncrement") && invocation.facts().has("AXDecrement");
  if (!is_settable(element, kAXValueAttribute, invocation.limits())) {
    return steps ? approach(invocation, value) : invocation.unsupported("set its value");
  }
  const auto took = [&] { return is_value(value_now(invocation), value); };
  // Some setters compare types: a whole number stays one.
  const bool whole = std::trunc(value) == value && std::abs(value) < 9e15;
  const cf::Object boxed_value = whole ? boxed(static_cast<int64_t>(value)) : boxed(value);
  auto written = invocation.write(element, kAXValueAttribute, boxed_value.get(), Route::kValue, took);
  const bool ignored = written && steps && !invocation.confirmed([&] { return value_now(invocation) != before; });
  return ignored ? approach(invocation, value) : written;
}

}  // namespace surehand::ax
