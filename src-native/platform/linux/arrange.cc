#include "platform/linux/arrange.h"

#include <algorithm>

#include "platform/linux/treeless.h"
#include "platform/linux/windows.h"

namespace surehand::atspi {

Result<Dispatch> arrange_window(Session& session, const Element& element, const Arrangement& arrangement,
                                const Limits& limits) {
  SUREHAND_TRY(window, displayed_window(session, element, limits, Telling::kKeepingFocus));
  screen::Screen& screen = *session.screen;
  using Kind = Arrangement::Kind;
  const auto asked = [&]() -> Result<std::string> {
    switch (arrangement.kind) {
      case Kind::kMinimize:
        return screen.minimize(window->id, limits);
      case Kind::kMaximize:
        return screen.maximize(window->id, true, limits);
      case Kind::kRestore:
        if (window->minimized) return screen.show(window->id, limits);
        return screen.maximize(window->id, false, limits);
      case Kind::kMove:
      case Kind::kResize:
        break;
    }
    // Toolkits differ in whether a window's bounds have its frame: what is asked for is how they are to change.
    SUREHAND_TRY(windows, is_treeless(element.app_key) ? treeless_windows(session, element.app_key, limits)
                                                       : list_windows(session, element.app_key, limits));
    Rect bounds = window->visible();
    for (const Window& each : *windows) {
      if (each.element.identity == element.identity && each.bounds) bounds = *each.bounds;
    }
    Rect place = window->content;
    if (arrangement.kind == Kind::kMove) {
      place.x += arrangement.x - bounds.x;
      place.y += arrangement.y - bounds.y;
    } else {
      place.width = std::max(1, place.width + arrangement.width - bounds.width);
      place.height = std::max(1, place.height + arrangement.height - bounds.height);
    }
    return screen.place(window->id, window->content, place, limits);
  }();
  if (!asked) return asked.error();
  return Dispatch{Route::kWindow, *asked, false};
}

}  // namespace surehand::atspi
