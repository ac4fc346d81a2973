#include "platform/windows/win32/bring_to_front.h"

#include "platform/windows/win32/integrity.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

constexpr Milliseconds kFrontRecheck{5};
// How long the window system may take to do what it was asked to.
constexpr Milliseconds kFrontPatience{1000};

bool comes_to_front(HWND window, const Limits& limits) {
  const Limits patience = limits.capped(kFrontPatience);
  for (;;) {
    if (is_in_front(window)) return true;
    if (patience.exceeded("the window to come to the front")) return false;
    limits.sleep_until(Clock::now() + kFrontRecheck);
  }
}

}  // namespace

HWND keyboard_window(HWND window) {
  HWND at = GetAncestor(window, GA_ROOT);
  for (int depth = 0; at && depth < 16; ++depth) {
    const TopLevel top = top_level(at);
    if (!top.owner || !is_popup(top)) break;
    at = top.owner;
  }
  return at;
}

bool is_in_front(HWND window) { return GetForegroundWindow() == window; }

Status bring_to_front(HWND window, const Limits& limits) {
  if (auto error = out_of_reach(window)) return std::move(*error);
  // Asked of the window's own thread, and not waited for: it may hang.
  if (IsIconic(window)) ShowWindowAsync(window, SW_RESTORE);
  SetForegroundWindow(window);
  if (comes_to_front(window, limits)) return Done{};
  if (limits.cancelled()) return Error{ErrorCode::kAborted, "aborted while a window was brought to the front", {}};
  // The process that got the last input may give the foreground away. A move of the pointer by nothing is input, and does nothing else.
  INPUT nothing{};
  nothing.type = INPUT_MOUSE;
  nothing.mi.dwFlags = MOUSEEVENTF_MOVE;
  SendInput(1, &nothing, sizeof nothing);
  SetForegroundWindow(window);
  if (comes_to_front(window, limits)) return Done{};
  return Error{
      ErrorCode::kRefused,
      "Windows did not give the window the foreground: that is left to the user while another program is being used. "
      "Click it once, or have the program that is in front give it away",
      {}};
}

}  // namespace surehand::uia
