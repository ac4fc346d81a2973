#include "platform/macos/ax/calls.h"

#include <algorithm>

#include "platform/macos/cf/string.h"

namespace surehand::ax {

namespace {

// 0 would be the default again. An hour is never reached.
void bound(const ElementRef& element, const Limits& limits) {
  const double seconds = static_cast<double>(std::min(limits.remaining(), Milliseconds(3'600'000)).count()) / 1000;
  AXUIElementSetMessagingTimeout(element.get(), static_cast<float>(std::max(seconds, 0.01)));
}

AXUIElementRef as_element(CFTypeRef object) { return cf::as<AXUIElementRef>(object, AXUIElementGetTypeID()); }
AXValueRef as_value(CFTypeRef object) { return cf::as<AXValueRef>(object, AXValueGetTypeID()); }

template <class Plain>
std::optional<Plain> unboxed(CFTypeRef object, AXValueType type) {
  const AXValueRef value = as_value(object);
  Plain plain{};
  if (!value || !AXValueGetValue(value, type, &plain)) return std::nullopt;
  return plain;
}

cf::Object value_of(AXValueType type, const void* plain) { return cf::Object::adopt(AXValueCreate(type, plain)); }

}  // namespace

Answer copy(const ElementRef& element, CFStringRef attribute, const Limits& limits) {
  bound(element, limits);
  Answer answer;
  answer.error = AXUIElementCopyAttributeValue(element.get(), attribute, answer.value.out());
  if (answer.error != kAXErrorSuccess) answer.value = {};
  return answer;
}

AXError set(const ElementRef& element, CFStringRef attribute, CFTypeRef value, const Limits& limits) {
  bound(element, limits);
  return AXUIElementSetAttributeValue(element.get(), attribute, value);
}

AXError perform(const ElementRef& element, CFStringRef action, const Limits& limits) {
  bound(element, limits);
  return AXUIElementPerformAction(element.get(), action);
}

bool is_settable(const ElementRef& element, CFStringRef attribute, const Limits& limits) {
  bound(element, limits);
  Boolean settable = false;
  return AXUIElementIsAttributeSettable(element.get(), attribute, &settable) == kAXErrorSuccess && settable;
}

std::vector<std::string> action_names(const ElementRef& element, const Limits& limits, AXError& error) {
  bound(element, limits);
  std::vector<std::string> names;
  cf::Ref<CFArrayRef> array;
  error = AXUIElementCopyActionNames(element.get(), array.out());
  if (error != kAXErrorSuccess || !cf::as_array(array.get())) return names;
  for (CFIndex i = 0; i < CFArrayGetCount(array.get()); ++i) {
    if (const auto name = cf::as_string(CFArrayGetValueAtIndex(array.get(), i))) names.push_back(cf::utf8_of(name));
  }
  return names;
}

std::optional<bool> boolean(const ElementRef& element, CFStringRef attribute, const Limits& limits) {
  return truth_of(copy(element, attribute, limits).value.get());
}

std::optional<double> number(const ElementRef& element, CFStringRef attribute, const Limits& limits) {
  return number_of(copy(element, attribute, limits).value.get());
}

std::optional<std::string> text(const ElementRef& element, CFStringRef attribute, const Limits& limits) {
  const Answer answer = copy(element, attribute, limits);
  const auto string = cf::as_string(answer.value.get());
  if (!string) return std::nullopt;
  return cf::utf8_of(string);
}

std::optional<CFRange> range(const ElementRef& element, CFStringRef attribute, const Limits& limits) {
  return unboxed<CFRange>(copy(element, attribute, limits).value.get(), kAXValueTypeCFRange);
}

std::optional<CGRect> bounds_for(const ElementRef& element, CFRange part, const Limits& limits) {
  bound(element, limits);
  const cf::Object asked = boxed(part);
  cf::Object bounds;
  const AXError error = AXUIElementCopyParameterizedAttributeValue(
      element.get(), kAXBoundsForRangeParameterizedAttribute, asked.get(), bounds.out());
  return error == kAXErrorSuccess ? unboxed<CGRect>(bounds.get(), kAXValueTypeCGRect) : std::nullopt;
}

std::optional<CGRect> frame(const ElementRef& element, const Limits& limits) {
  const auto origin = unboxed<CGPoint>(copy(element, kAXPositionAttribute, limits).value.get(), kAXValueTypeCGPoint);
  const auto size = unboxed<CGSize>(copy(element, kAXSizeAttribute, limits).value.get(), kAXValueTypeCGSize);
  if (!origin || !size) return std::nullopt;
  return CGRect{*origin, *size};
}

ElementRef element(const ElementRef& of, CFStringRef attribute, const Limits& limits) {
  return ElementRef::retain(as_element(copy(of, attribute, limits).value.get()));
}

std::vector<ElementRef> elements_at(const ElementRef& of, const std::vector<CFStringRef>& attributes,
                                    const Limits& limits) {
  bound(of, limits);
  std::vector<const void*> names(attributes.begin(), attributes.end());
  const auto asked = cf::Ref<CFArrayRef>::adopt(
      CFArrayCreate(kCFAllocatorDefault, names.data(), static_cast<CFIndex>(names.size()), &kCFTypeArrayCallBacks));
  cf::Ref<CFArrayRef> values;
  std::vector<ElementRef> all(attributes.size());
  const AXError error = AXUIElementCopyMultipleAttributeValues(of.get(), asked.get(), 0, values.out());
  const auto answered = error == kAXErrorSuccess ? cf::as_array(values.get()) : nullptr;
  for (CFIndex i = 0; answered && i < std::min(CFArrayGetCount(answered), static_cast<CFIndex>(all.size())); ++i) {
    all[static_cast<size_t>(i)] = ElementRef::retain(as_element(CFArrayGetValueAtIndex(answered, i)));
  }
  return all;
}

std::vector<ElementRef> elements(const ElementRef& of, CFStringRef attribute, const Limits& limits) {
  return elements_of(copy(of, attribute, limits).value.get());
}

std::vector<ElementRef> elements_from(const ElementRef& of, CFStringRef attribute, CFIndex first, CFIndex most,
                                      const Limits& limits) {
  bound(of, limits);
  cf::Ref<CFArrayRef> values;
  const AXError error = AXUIElementCopyAttributeValues(of.get(), attribute, first, most, values.out());
  return error == kAXErrorSuccess ? elements_of(values.get()) : std::vector<ElementRef>();
}

CFIndex count_of(const ElementRef& of, CFStringRef attribute, const Limits& limits) {
  bound(of, limits);
  CFIndex count = 0;
  return AXUIElementGetAttributeValueCount(of.get(), attribute, &count) == kAXErrorSuccess ? count : 0;
}

cf::Object boxed(CFRange range) { return value_of(kAXValueTypeCFRange, &range); }
cf::Object boxed(CGPoint point) { return value_of(kAXValueTypeCGPoint, &point); }
cf::Object boxed(CGSize size) { return value_of(kAXValueTypeCGSize, &size); }
cf::Object boxed(double number) {
  return cf::Object::adopt(CFNumberCreate(kCFAllocatorDefault, kCFNumberDoubleType, &number));
}
cf::Object boxed(int64_t number) {
  return cf::Object::adopt(CFNumberCreate(kCFAllocatorDefault, kCFNumberSInt64Type, &number));
}
cf::Object boxed(const std::vector<ElementRef>& elements) {
  std::vector<const void*> pointers;
  for (const ElementRef& each : elements) pointers.push_back(each.get());
  return cf::Object::adopt(CFArrayCreate(kCFAllocatorDefault, pointers.data(), static_cast<CFIndex>(pointers.size()),
                                         &kCFTypeArrayCallBacks));
}

std::optional<bool> truth_of(CFTypeRef value) {
  if (const auto boolean = cf::as_boolean(value)) return CFBooleanGetValue(boolean) != 0;
  if (const auto number = number_of(value)) return *number != 0;
  return std::nullopt;
}

std::vector<ElementRef> elements_of(CFTypeRef value) {
  std::vector<ElementRef> all;
  const auto array = cf::as_array(value);
  for (CFIndex i = 0; array && i < CFArrayGetCount(array); ++i) {
    if (const auto each = as_element(CFArrayGetValueAtIndex(array, i))) all.push_back(ElementRef::retain(each));
  }
  return all;
}

std::optional<double> number_of(CFTypeRef value) {
  const auto number = cf::as_number(value);
  double plain = 0;
  // A lossy conversion of a large integer says false and gives the nearest double all the same.
  if (!number) return std::nullopt;
  CFNumberGetValue(number, kCFNumberDoubleType, &plain);
  return plain;
}

}  // namespace surehand::ax
