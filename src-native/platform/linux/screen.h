#pragma once

#include <memory>
#include <string>

#include "core/seam/backend.h"
#include "platform/linux/process/environment.h"
#include "platform/linux/x11/display.h"
#include "platform/linux/x11/input.h"
#include "platform/linux/x11/screenshot.h"

namespace surehand::atspi {

struct Session;

// The X display of a desktop, or why it has none. Without it, everything that accessibility alone can do
// works.
class Screen {
 public:
  Screen() = default;
  static Screen open(const Environment& environment, const Limits& limits);

  // UNSUPPORTED with the reason where there is no X11 (Wayland).
  Result<x11::Display*> display();
  Result<x11::Input*> input();
  x11::SharedMemory& memory() { return *memory_; }

 private:
  std::unique_ptr<x11::Display> display_;
  std::unique_ptr<x11::Input> input_;  // lets go of its keys before the display goes
  std::unique_ptr<x11::SharedMemory> memory_ = std::make_unique<x11::SharedMemory>();
  std::string reason_;
};

Result<Dispatch> make_input(Session& session, const std::vector<InputStep>& steps, const Limits& limits);
Result<Image> take_screenshot(Session& session, const std::optional<Rect>& area, const Limits& limits);
Result<Rect> screen_area(Session& session, const Limits& limits);

}  // namespace surehand::atspi
