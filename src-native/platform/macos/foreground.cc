#include "platform/macos/foreground.h"

#include "platform/macos/errors.h"
#include "platform/macos/identity.h"

namespace surehand::ax {

Result<Foreground> read_foreground(Session& session, const Limits& limits) {
  const auto system = ElementRef::adopt(AXUIElementCreateSystemWide());
  const Answer answer = copy(system, kAXFocusedApplicationAttribute, limits);
  if (answer.error == kAXErrorAPIDisabled) return not_trusted();
  const auto front = ElementRef::retain(cf::as<AXUIElementRef>(answer.value.get(), AXUIElementGetTypeID()));
  pid_t pid = 0;
  const bool known = front && AXUIElementGetPid(front.get(), &pid) == kAXErrorSuccess;
  const ApplicationPtr application = known ? application_of_process(session, pid) : nullptr;
  if (!application) return Error{ErrorCode::kNotFound, "nothing has the keyboard", {}};
  Foreground foreground;
  foreground.app_key = application->key;
  return foreground;
}

}  // namespace surehand::ax
