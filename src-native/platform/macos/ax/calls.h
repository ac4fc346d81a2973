#pragma once

#include <ApplicationServices/ApplicationServices.h>

#include <optional>
#include <string>
#include <vector>

#include "core/run/limits.h"
#include "platform/macos/cf/ref.h"

namespace surehand::ax {

using ElementRef = cf::Ref<AXUIElementRef>;

// What an attribute was answered with; `value` is null unless the error is kAXErrorSuccess, and may be so then.
struct Answer {
  AXError error = kAXErrorSuccess;
  cf::Object value;
};

// Each call is bounded by its limits through the messaging timeout of the reference, which goes for this reference alone and not for
// equal ones, and which is six seconds by default.

Answer copy(const ElementRef& element, CFStringRef attribute, const Limits& limits);
AXError set(const ElementRef& element, CFStringRef attribute, CFTypeRef value, const Limits& limits);
AXError perform(const ElementRef& element, CFStringRef action, const Limits& limits);
// False as well where it cannot be told: then a write would be a guess.
bool is_settable(const ElementRef& element, CFStringRef attribute, const Limits& limits);
std::vector<std::string> action_names(const ElementRef& element, const Limits& limits, AXError& error);

// Nothing where it has no such attribute, or one of another type.
std::optional<bool> boolean(const ElementRef& element, CFStringRef attribute, const Limits& limits);
std::optional<double> number(const ElementRef& element, CFStringRef attribute, const Limits& limits);
std::optional<std::string> text(const ElementRef& element, CFStringRef attribute, const Limits& limits);
std::optional<CFRange> range(const ElementRef& element, CFStringRef attribute, const Limits& limits);
std::optional<CGRect> bounds_for(const ElementRef& element, CFRange part, const Limits& limits);  // of its text
std::optional<CGRect> frame(const ElementRef& element, const Limits& limits);           // of AXPosition and AXSize
ElementRef element(const ElementRef& of, CFStringRef attribute, const Limits& limits);  // null where there is none
// One message for all of them; null where there is none.
std::vector<ElementRef> elements_at(const ElementRef& of, const std::vector<CFStringRef>& attributes,
                                    const Limits& limits);
std::vector<ElementRef> elements(const ElementRef& of, CFStringRef attribute, const Limits& limits);
// So many of them from this one on: of what has very many, no more references are handed over than are wanted.
std::vector<ElementRef> elements_from(const ElementRef& of, CFStringRef attribute, CFIndex first, CFIndex most,
                                      const Limits& limits);
CFIndex count_of(const ElementRef& of, CFStringRef attribute, const Limits& limits);  // 0 where there are none

// As they are written.
cf::Object boxed(CFRange range);
cf::Object boxed(CGPoint point);
cf::Object boxed(CGSize size);
cf::Object boxed(double number);
cf::Object boxed(int64_t number);
cf::Object boxed(const std::vector<ElementRef>& elements);

// A boolean, or a number that is not 0: applications say it either way.
std::optional<bool> truth_of(CFTypeRef value);
std::optional<double> number_of(CFTypeRef value);
// The elements in an array, which may hold anything.
std::vector<ElementRef> elements_of(CFTypeRef array);

}  // namespace surehand::ax
