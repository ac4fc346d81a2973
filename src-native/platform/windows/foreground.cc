#include "platform/windows/foreground.h"

#include "platform/windows/permissions.h"
#include "platform/windows/window_at.h"

namespace surehand::uia {

Result<Foreground> find_foreground(Session& session, const Limits&) {
  if (auto error = without_desktop()) return std::move(*error);
  const HWND window = GetForegroundWindow();
  // There is none for a moment while it goes from one to another.
  if (!window) return Error{ErrorCode::kNotFound, "no window has the keyboard", {}};
  Element element = element_of_window(session, window);
  Foreground foreground;
  foreground.app_key = element.app_key;
  if (!element.identity.empty()) foreground.window = std::move(element);
  return foreground;
}

}  // namespace surehand::uia
