#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/seam/display.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/wayland/mutter/service.h"

namespace surehand::wayland::mutter {

inline constexpr const char* kInOverview =
    "GNOME Shell's overview is open and takes every key; close it first (Escape)";

// gnome-shell's windows. GNOME hands them only to its own programs, unless its context is in unsafe mode: then org.gnome.Shell.Eval runs a
// script in the shell. Each script is a constant of ours, to which only numbers and texts as JSON are added.
class Shell {
 public:
  explicit Shell(std::shared_ptr<dbus::Connection> bus) : bus_(std::move(bus)) {}

  // Why windows cannot be asked for; empty where they can be. NO_DESKTOP when the compositor is gone.
  Result<std::string> lacks(const Limits& limits);

  // From the bottom of the stack to its top; with `popups`, menus and tooltips alone.
  Result<std::vector<screen::ClientWindow>> windows(bool popups, const Limits& limits);
  // What panels leave of each display, which is named by its place.
  Status add_work_areas(std::vector<surehand::Display>& displays, const Limits& limits);

  // Whether the overview is open, which takes all keys while the window that had them still says that it has them.
  Result<bool> is_in_overview(const Limits& limits);

  // Does something to the window `w`: `w.minimize()`. STALE when there is no such window.
  Status act(screen::WindowId window, const std::string& what, const Limits& limits);
  // Whether what has the focus takes text from an input method (zwp_text_input_v3). False out of unsafe mode.
  Result<bool> takes_text(const Limits& limits);
  // Inserts a text at the focus as an input method does.
  Status commit(const std::string& text, const Limits& limits);

 private:
  Result<json::Value> evaluate(const std::string& script, const Limits& limits);

  std::shared_ptr<dbus::Connection> bus_;
};

// The windows in the shell's answer.
std::vector<screen::ClientWindow> windows_in(const json::Value& answer);

}  // namespace surehand::wayland::mutter
