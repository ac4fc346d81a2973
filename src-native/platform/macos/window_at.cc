#include "platform/macos/window_at.h"

#include <CoreGraphics/CoreGraphics.h>

#include <cmath>

#include "platform/macos/cf/string.h"
#include "platform/macos/identity.h"

namespace surehand::ax {

Result<Element> find_window_at(Session& session, double x, double y, const Limits& limits) {
  const auto list = cf::Ref<CFArrayRef>::adopt(CGWindowListCopyWindowInfo(
      kCGWindowListOptionOnScreenOnly | kCGWindowListExcludeDesktopElements, kCGNullWindowID));
  for (CFIndex i = 0; list && i < CFArrayGetCount(list.get()); ++i) {  // from the front to the back
    const auto window = cf::as_dictionary(CFArrayGetValueAtIndex(list.get(), i));
    const auto bounds = window ? cf::as_dictionary(CFDictionaryGetValue(window, kCGWindowBounds)) : nullptr;
    CGRect place{};
    if (!bounds || !CGRectMakeWithDictionaryRepresentation(bounds, &place)) continue;
    const bool inside = x >= place.origin.x && y >= place.origin.y && x < place.origin.x + place.size.width &&
                        y < place.origin.y + place.size.height;
    const auto pid = number_of(CFDictionaryGetValue(window, kCGWindowOwnerPID));
    if (!inside || !pid) continue;
    const auto application = session.applications.with_pid(static_cast<int64_t>(*pid));
    if (!application) return Element{};
    return Element{application->key, session.seen.identity_at(application->key, place)};
  }
  static_cast<void>(limits);
  return Error{ErrorCode::kNotFound, "there is no window at this place", {}};
}

}  // namespace surehand::ax
