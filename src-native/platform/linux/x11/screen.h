#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/linux/x11/clipboard.h"
#include "platform/linux/x11/display.h"
#include "platform/linux/x11/input.h"
#include "platform/linux/x11/screenshot.h"
#include "platform/posix/environment.h"

namespace surehand::x11 {

// The X display of a desktop, or why it has none. Without it, everything that accessibility alone can do
// works.
class Screen {
 public:
  Screen() = default;
  static Screen open(const Environment& environment, const Limits& limits);

  // UNSUPPORTED with the reason where there is no X11 (Wayland).
  Result<Display*> display();
  // Another connection to the same one, for what goes on beside all else.
  Result<std::unique_ptr<Display>> connect(const Limits& limits) const;
  Result<Input*> input();
  Result<Clipboard*> clipboard();
  SharedMemory& memory() { return *memory_; }

 private:
  std::unique_ptr<Display> display_;
  std::unique_ptr<Input> input_;  // lets go of its keys before the display goes
  std::unique_ptr<SharedMemory> memory_ = std::make_unique<SharedMemory>();
  std::unique_ptr<Clipboard> clipboard_;
  std::string name_, authority_file_;
  std::string reason_;
};

}  // namespace surehand::x11
