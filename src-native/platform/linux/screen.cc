#include "platform/linux/screen.h"

#include "platform/linux/session.h"
#include "platform/linux/x11/windows.h"

namespace surehand::atspi {

Screen Screen::open(const Environment& environment, const Limits& limits) {
  Screen screen;
  const auto display = environment.get("DISPLAY");
  // Under Wayland DISPLAY is Xwayland's, which neither shows nor reaches the windows of other clients.
  if (environment.get("WAYLAND_DISPLAY") && environment.get("XDG_SESSION_TYPE").value_or("wayland") == "wayland") {
    screen.reason_ =
        "this is a Wayland session, which lets no client make input for others or see the screen; use "
        "actions, or an "
        "X11 session (surehand/headless starts one)";
    return screen;
  }
  if (!display) {
    screen.reason_ =
        "DISPLAY is not set, so there is no X11 display to make input on or to see; set it, or start a "
        "display with surehand/headless";
    return screen;
  }
  std::string authority = environment.get("XAUTHORITY").value_or("");
  if (authority.empty()) authority = environment.get("HOME").value_or("") + "/.Xauthority";
  auto opened = x11::Display::open(*display, authority, limits);
  if (!opened) {
    screen.reason_ = opened.error().message;
    return screen;
  }
  screen.display_ = opened.take();
  screen.input_ = std::make_unique<x11::Input>(*screen.display_);
  return screen;
}

Result<x11::Display*> Screen::display() {
  if (display_) return display_.get();
  return Error{ErrorCode::kUnsupported, reason_, {}};
}

Result<x11::Input*> Screen::input() {
  if (input_) return input_.get();
  return Error{ErrorCode::kUnsupported, reason_, {}};
}

Result<Dispatch> make_input(Session& session, const std::vector<InputStep>& steps, const Limits& limits) {
  auto input = session.screen.input();
  if (!input) return input.take_error();
  if (auto made = (*input)->perform(steps, limits); !made) return made.take_error();
  return Dispatch{Route::kInput, "XTEST", false};
}

Result<Image> take_screenshot(Session& session, const std::optional<Rect>& area, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  return x11::screenshot(**display, session.screen.memory(), area, limits);
}

Result<Rect> screen_area(Session& session, const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  return x11::screen(**display, limits);
}

}  // namespace surehand::atspi
