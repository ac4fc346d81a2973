#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/display.h"
#include "platform/linux/screen/topmost.h"
#include "platform/linux/screen/window.h"

namespace surehand::wayland {

// What a compositor that has wlroots' protocols for input, pictures and the clipboard tells of its windows and displays, and does with them,
// over a socket of its own. Thread-safe.
class Compositor {
 public:
  Compositor() = default;
  virtual ~Compositor() = default;
  Compositor(const Compositor&) = delete;
  Compositor& operator=(const Compositor&) = delete;

  // For messages.
  virtual std::string name() const = 0;
  // What permissions() adds to a route: how far it was tried, where that was not on the compositor itself.
  virtual std::string trial() const { return {}; }
  // Why it neither minimizes nor maximizes windows here.
  virtual std::string no_maximizing() const = 0;

  // From the bottom of the stack to its top, without popups.
  virtual Result<std::vector<screen::ClientWindow>> windows(const Limits& limits) = 0;
  virtual Result<std::vector<surehand::Display>> displays(const Limits& limits) = 0;
  virtual Result<bool> is_active(screen::WindowId window, const Limits& limits) {
    SUREHAND_TRY(listed, windows(limits));
    return std::any_of(listed->begin(), listed->end(),
                       [&](const auto& each) { return each.id == window && each.active; });
  }
  // See screen::Screen::window_at. AMBIGUOUS where it is not known which of two windows is in front.
  virtual Result<std::optional<screen::ClientWindow>> window_at(int32_t x, int32_t y, const Limits& limits) {
    SUREHAND_TRY(shown, displays(limits));
    if (!screen::is_on(*shown, x, y)) return std::optional<screen::ClientWindow>();
    SUREHAND_TRY(listed, windows(limits));
    return screen::topmost_at(listed.take(), x, y);
  }

  // STALE when the window is gone, REFUSED with the reason.
  virtual Status focus(screen::WindowId window, const Limits& limits) = 0;
  virtual Status close(screen::WindowId window, const Limits& limits) = 0;
  // See screen::Screen::place.
  virtual Result<std::string> place(screen::WindowId window, const Rect& content, const Rect& place,
                                    const Limits& limits) = 0;
};

}  // namespace surehand::wayland
