#include "platform/macos/cg/window_level.h"

#include <cmath>

#include "platform/macos/ax/calls.h"
#include "platform/macos/cf/ref.h"

namespace surehand::cg {

namespace {

using ax::number_of;

bool is_same(const CGRect& a, const CGRect& b) {
  constexpr double kRounding = 1;
  return std::abs(a.origin.x - b.origin.x) <= kRounding && std::abs(a.origin.y - b.origin.y) <= kRounding &&
         std::abs(a.size.width - b.size.width) <= kRounding && std::abs(a.size.height - b.size.height) <= kRounding;
}

}  // namespace

std::optional<int> window_level(pid_t process, const CGRect& place) {
  const auto list = cf::Ref<CFArrayRef>::adopt(
      CGWindowListCopyWindowInfo(kCGWindowListOptionAll | kCGWindowListExcludeDesktopElements, kCGNullWindowID));
  for (CFIndex i = 0; list && i < CFArrayGetCount(list.get()); ++i) {
    const auto window = cf::as_dictionary(CFArrayGetValueAtIndex(list.get(), i));
    if (!window || number_of(CFDictionaryGetValue(window, kCGWindowOwnerPID)) != process) continue;
    const auto bounds = cf::as_dictionary(CFDictionaryGetValue(window, kCGWindowBounds));
    CGRect there{};
    if (!bounds || !CGRectMakeWithDictionaryRepresentation(bounds, &there) || !is_same(there, place)) continue;
    if (const auto level = number_of(CFDictionaryGetValue(window, kCGWindowLayer))) return static_cast<int>(*level);
  }
  return std::nullopt;
}

}  // namespace surehand::cg
