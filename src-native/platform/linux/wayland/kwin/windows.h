#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/run/limits.h"
#include "core/seam/display.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/wayland/kwin/script.h"

namespace surehand::wayland::kwin {

// What KWin says of its windows, and does with them. Thread-safe.
class Windows {
 public:
  explicit Windows(Script& script) : script_(script) {}

  // All that KWin places, popups too, which are `unmanaged`; from the bottom of the stack to its top.
  Result<std::vector<screen::ClientWindow>> all(const Limits& limits);
  Result<bool> is_active(screen::WindowId window, const Limits& limits);
  // Does what the script knows by that name with a window. STALE when it is gone.
  Status command(screen::WindowId window, const char* what, json::Value question, const Limits& limits);
  // Sets what bars and docks leave of each display.
  Status measure(std::vector<surehand::Display>& displays, const Limits& limits);

  // Its UUID. STALE when it is gone.
  Result<std::string> name_of(screen::WindowId window, const Limits& limits);

 private:
  Script& script_;
  std::mutex mutex_;
  std::map<screen::WindowId, std::string> names_;
};

// The number of a window that KWin has a UUID for: the same in each process.
screen::WindowId number_of(std::string_view uuid);
// The windows in an answer of the script.
std::vector<screen::ClientWindow> windows_in(const json::Value& told);

}  // namespace surehand::wayland::kwin
