#include "platform/macos/cg/lock_screen.h"

#include <CoreGraphics/CoreGraphics.h>

#include "platform/macos/cf/ref.h"

namespace surehand::cg {

bool screen_is_locked() {
  const auto session = cf::Ref<CFDictionaryRef>::adopt(CGSessionCopyCurrentDictionary());
  // In no header; there while it is so.
  if (!session) return false;
  const auto locked = cf::as_boolean(CFDictionaryGetValue(session.get(), CFSTR("CGSSessionScreenIsLocked")));
  return locked && CFBooleanGetValue(locked);
}

}  // namespace surehand::cg
