#include "platform/macos/cg/window_levels.h"

#include "platform/macos/ax/calls.h"
#include "platform/macos/cf/ref.h"
#include "platform/macos/cg/place.h"

namespace surehand::cg {

using ax::number_of;

WindowLevels::WindowLevels(pid_t process) {
  const auto list = cf::Ref<CFArrayRef>::adopt(
      CGWindowListCopyWindowInfo(kCGWindowListOptionAll | kCGWindowListExcludeDesktopElements, kCGNullWindowID));
  for (CFIndex i = 0; list && i < CFArrayGetCount(list.get()); ++i) {
    const auto window = cf::as_dictionary(CFArrayGetValueAtIndex(list.get(), i));
    if (!window || number_of(CFDictionaryGetValue(window, kCGWindowOwnerPID)) != process) continue;
    const auto bounds = cf::as_dictionary(CFDictionaryGetValue(window, kCGWindowBounds));
    const auto level = number_of(CFDictionaryGetValue(window, kCGWindowLayer));
    CGRect place{};
    if (!bounds || !level || !CGRectMakeWithDictionaryRepresentation(bounds, &place)) continue;
    windows_.emplace_back(place, static_cast<int>(*level));
  }
}

std::optional<int> WindowLevels::at(const CGRect& place) const {
  for (const auto& [there, level] : windows_) {
    if (is_same_place(there, place)) return level;
  }
  return std::nullopt;
}

}  // namespace surehand::cg
