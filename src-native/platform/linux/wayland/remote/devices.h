#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/input.h"
#include "platform/linux/dbus/connection.h"
#include "platform/linux/screen/keysyms.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/wayland/remote/layout.h"

namespace surehand::wayland::remote {

// The keyboard and the pointer of a remote desktop session. Not thread-safe.
class Devices {
 public:
  virtual ~Devices() = default;

  // Called before each run of input. True when a person was asked just now, in a window that had the keyboard.
  virtual Result<bool> begin(const Limits& limits) = 0;
  // Whether there is what the steps need, before the first of them is taken.
  virtual Status check(const std::vector<InputStep>&) { return Done{}; }
  virtual Result<Layout> layout(const Limits& limits) = 0;

  virtual Status keysym(screen::Keysym keysym, bool pressed, const Limits& limits) = 0;
  // The kernel's number of a button.
  virtual Status button(uint32_t code, bool pressed, const Limits& limits) = 0;
  virtual Status wheel(bool vertical, int32_t notches, const Limits& limits) = 0;
  // A place on the screen; one outside becomes the nearest inside.
  virtual Status move(double x, double y, const Limits& limits) = 0;

  virtual Result<bool> is_active(screen::WindowId window, const Limits& limits) = 0;
  // Whether insert() inserts text, as an input method does.
  virtual Result<bool> takes_text(const Limits&) { return false; }
  virtual Status insert(const std::string&, const Limits&) {
    return Error{ErrorCode::kUnsupported, "the compositor inserts no text", {}};
  }
  // Why a key or a character of the text cannot be typed, and what to do.
  virtual Error no_key(const std::string& key) const = 0;
  virtual dbus::Connection& bus() = 0;
};

}  // namespace surehand::wayland::remote
