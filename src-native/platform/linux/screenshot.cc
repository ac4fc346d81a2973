#include "platform/linux/screenshot.h"

#include "platform/linux/windows.h"

namespace surehand::atspi {

Result<Image> take_screenshot(Session& session, const Capture& capture, const Limits& limits) {
  std::optional<Rect> area = capture.area;
  if (!capture.display.empty()) {
    SUREHAND_TRY(displays, session.screen->displays(limits));
    std::string known;
    for (const Display& each : *displays) {
      if (each.id == capture.display) area = each.bounds;
      known += (known.empty() ? "" : ", ") + each.id;
    }
    if (!area) {
      return Error{ErrorCode::kInvalidArgument, "there is no display " + capture.display + "; there are " + known, {}};
    }
  }
  if (capture.window) {
    SUREHAND_TRY(window, displayed_window(session, *capture.window, limits, Telling::kAsItIs));
    if (capture.covered) {
      return session.screen->screenshot_of(window->id, window->visible(), limits);
    }
    area = window->visible();
  }
  return session.screen->screenshot(area, limits);
}

}  // namespace surehand::atspi
