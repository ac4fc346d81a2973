#include "platform/linux/x11/screen.h"

namespace surehand::x11 {

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
  auto opened = Display::open(*display, authority, limits);
  if (!opened) {
    screen.reason_ = opened.error().message;
    return screen;
  }
  screen.display_ = opened.take();
  screen.name_ = *display;
  screen.authority_file_ = authority;
  screen.clipboard_ = std::make_unique<Clipboard>(*display, authority);
  screen.input_ = std::make_unique<Input>(*screen.display_);
  return screen;
}

Result<Display*> Screen::display() {
  if (display_) return display_.get();
  return Error{ErrorCode::kUnsupported, reason_, {}};
}

Result<std::unique_ptr<Display>> Screen::connect(const Limits& limits) const {
  if (display_) return Display::open(name_, authority_file_, limits);
  return Error{ErrorCode::kUnsupported, reason_, {}};
}

Result<Input*> Screen::input() {
  if (input_) return input_.get();
  return Error{ErrorCode::kUnsupported, reason_, {}};
}

Result<Clipboard*> Screen::clipboard() {
  if (clipboard_) return clipboard_.get();
  return Error{ErrorCode::kUnsupported, reason_, {}};
}

}  // namespace surehand::x11
