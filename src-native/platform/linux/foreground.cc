#include "platform/linux/foreground.h"

#include <algorithm>

#include "platform/linux/screen/window.h"
#include "platform/linux/window_at.h"
#include "platform/linux/windows.h"

namespace surehand::atspi {

Result<Foreground> find_foreground(Session& session, const Limits& limits) {
  SUREHAND_TRY(windows, session.screen->windows(limits));
  const auto is_active = [](const screen::ClientWindow& window) { return window.active; };
  const auto active = std::find_if(windows->begin(), windows->end(), is_active);
  if (active == windows->end()) return Error{ErrorCode::kNotFound, "no window has the keyboard", {}};
  auto element = element_of_window(session, *active, limits);
  if (!element && element.error().code == ErrorCode::kAmbiguous) {
    // It has the focus, which tells it apart.
    const auto record = session.applications.with_pid(active->pid);
    SUREHAND_TRY(listed,
                 record ? list_windows(session, record->key, limits) : Result<std::vector<Window>>(element.error()));
    element = element_of_window(session, *active, limits);
    if (!element && element.error().code == ErrorCode::kAmbiguous) element = Element{record->key, ""};
  }
  if (!element) return element.take_error();
  Foreground foreground;
  foreground.app_key = element->app_key;
  if (!element->identity.empty()) foreground.window = element.take();
  return foreground;
}

}  // namespace surehand::atspi
