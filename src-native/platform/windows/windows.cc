#include "platform/windows/windows.h"

#include <dwmapi.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "platform/windows/com/text.h"

namespace surehand::uia {
namespace {

// A packaged application's window belongs to a process of the system's; what is in it, to its own.
constexpr std::wstring_view kFrame = L"ApplicationFrameWindow";
constexpr std::wstring_view kCore = L"Windows.UI.Core.CoreWindow";

std::wstring wide_class_of(HWND window) {
  std::array<wchar_t, 257> name;  // the longest that there are
  return {name.data(), static_cast<size_t>(GetClassNameW(window, name.data(), static_cast<int>(name.size())))};
}

DWORD process_of(HWND window) {
  DWORD pid = 0;
  GetWindowThreadProcessId(window, &pid);
  return pid;
}

DWORD process_behind(HWND frame) {
  struct Search {
    DWORD frame, found;
  } search{process_of(frame), 0};
  EnumChildWindows(
      frame,
      [](HWND child, LPARAM parameter) -> BOOL {
        auto& seeking = *reinterpret_cast<Search*>(parameter);
        const DWORD pid = process_of(child);
        if (pid == seeking.frame || wide_class_of(child) != kCore) return TRUE;
        seeking.found = pid;
        return FALSE;
      },
      reinterpret_cast<LPARAM>(&search));
  return search.found ? search.found : search.frame;
}

// A window that is there and not shown: of a suspended application, or on another virtual desktop.
bool is_cloaked(HWND window) {
  DWORD cloaked = 0;
  return SUCCEEDED(DwmGetWindowAttribute(window, DWMWA_CLOAKED, &cloaked, sizeof cloaked)) && cloaked != 0;
}

Rect window_rect_of(const RECT& rect) { return {rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top}; }

LONG style_of(HWND window) { return GetWindowLongW(window, GWL_STYLE); }
LONG extended_style_of(HWND window) { return GetWindowLongW(window, GWL_EXSTYLE); }

}  // namespace

std::string title_of(HWND window) {
  // GetWindowText asks the window when it is of this process, else a copy of the system's; this asks the copy always.
  std::array<wchar_t, 1024> text;
  const int length = InternalGetWindowText(window, text.data(), static_cast<int>(text.size()));
  return to_utf8({text.data(), static_cast<size_t>(std::max(length, 0))});
}

std::string class_of(HWND window) { return to_utf8(wide_class_of(window)); }

std::optional<Rect> bounds_of(HWND window) {
  if (IsIconic(window)) return std::nullopt;
  RECT rect;
  // The frame that shows. GetWindowRect() has 7 px more at three sides, where Windows 10 takes the mouse for resizing.
  const bool has_frame =
      SUCCEEDED(DwmGetWindowAttribute(window, DWMWA_EXTENDED_FRAME_BOUNDS, &rect, sizeof rect)) && !IsRectEmpty(&rect);
  if (!has_frame && !GetWindowRect(window, &rect)) return std::nullopt;
  if (IsRectEmpty(&rect)) return std::nullopt;
  return window_rect_of(rect);
}

bool is_popup(const TopLevel& window) {
  const std::wstring name = wide_class_of(window.handle);
  if (name == L"#32768" || name == L"tooltips_class32" || name == L"ComboLBox") return true;
  if (name == L"#32770" || (style_of(window.handle) & WS_CAPTION) == WS_CAPTION) return false;
  return window.owner != nullptr || (extended_style_of(window.handle) & WS_EX_NOACTIVATE) != 0;
}

TopLevel top_level(HWND window) {
  TopLevel top;
  top.handle = GetAncestor(window, GA_ROOT);
  if (!top.handle) return top;
  top.owner = GetWindow(top.handle, GW_OWNER);
  top.pid = wide_class_of(top.handle) == kFrame ? process_behind(top.handle) : process_of(top.handle);
  top.minimized = IsIconic(top.handle) != FALSE;
  return top;
}

bool belongs_to_owner(const TopLevel& window) {
  if (!window.owner) return false;
  const std::wstring name = wide_class_of(window.handle);
  return !is_popup(window) || name == L"#32768" || name == L"tooltips_class32";
}

std::vector<TopLevel> visible_windows() {
  std::vector<TopLevel> windows;
  EnumWindows(
      [](HWND handle, LPARAM parameter) -> BOOL {
        auto& list = *reinterpret_cast<std::vector<TopLevel>*>(parameter);
        RECT rect;
        const bool shows = IsWindowVisible(handle) && !is_cloaked(handle) &&
                           (IsIconic(handle) || (GetWindowRect(handle, &rect) && !IsRectEmpty(&rect)));
        if (!shows) return TRUE;
        list.push_back(top_level(handle));
        return TRUE;
      },
      reinterpret_cast<LPARAM>(&windows));
  return windows;
}

std::vector<TopLevel> windows_of(const ApplicationRecord& application) {
  std::vector<TopLevel> windows = visible_windows();
  windows.erase(std::remove_if(windows.begin(), windows.end(),
                               [&](const TopLevel& window) { return window.pid != application.pid; }),
                windows.end());
  const std::lock_guard lock(application.notes.mutex);
  auto& order = application.notes.window_order;
  const auto is_there = [&](HWND handle) {
    return std::any_of(windows.begin(), windows.end(), [&](const TopLevel& one) { return one.handle == handle; });
  };
  order.erase(std::remove_if(order.begin(), order.end(), [&](HWND handle) { return !is_there(handle); }), order.end());
  auto& durations = application.notes.durations;
  for (auto one = durations.begin(); one != durations.end();) {
    one = is_there(one->first) ? std::next(one) : durations.erase(one);
  }
  // Of several that are met together, the one that was opened first is most likely the one at the bottom.
  for (auto window = windows.rbegin(); window != windows.rend(); ++window) {
    if (std::find(order.begin(), order.end(), window->handle) == order.end()) order.push_back(window->handle);
  }
  const auto place = [&](const TopLevel& window) { return std::find(order.begin(), order.end(), window.handle); };
  std::sort(windows.begin(), windows.end(), [&](const TopLevel& a, const TopLevel& b) { return place(a) < place(b); });
  for (TopLevel& window : windows) {
    // An owner that does not show (a launcher's hidden one) does not count as an owner here.
    if (window.owner && !is_there(window.owner)) window.owner = nullptr;
  }
  return windows;
}

// A window is kept from being used by being disabled; there is no other sign of a modal dialog over it.
Modality modality_of(const TopLevel& window, const std::vector<TopLevel>& all) {
  if (!IsWindowEnabled(window.handle) || is_popup(window)) return Modality::kNone;
  size_t others = 0, blocked = 0;
  for (const TopLevel& other : all) {
    if (other.handle == window.handle || other.owner == window.handle || is_popup(other)) continue;
    ++others;
    blocked += !IsWindowEnabled(other.handle);
  }
  if (others > 0 && blocked == others) return Modality::kApplication;
  return window.owner && !IsWindowEnabled(window.owner) ? Modality::kOwner : Modality::kNone;
}

Role role_of_window(const TopLevel& window, Modality modality) {
  const bool is_dialog = wide_class_of(window.handle) == L"#32770" || modality != Modality::kNone ||
                         (window.owner && (extended_style_of(window.handle) & WS_EX_DLGMODALFRAME) != 0);
  return is_dialog ? Role::kDialog : Role::kWindow;
}

Result<std::vector<Window>> list_windows(Session& session, const std::string& app_key, const Limits&) {
  SUREHAND_TRY(application, application_of(session, app_key));
  const auto tops = windows_of(**application);
  const HWND foreground = GetForegroundWindow();
  std::vector<Window> windows;
  for (const TopLevel& top : tops) {
    if (is_popup(top)) continue;
    Window window;
    window.element = {app_key, name_window(session, app_key, top.handle).identity};
    if (top.owner) window.owner = Element{app_key, name_window(session, app_key, top.owner).identity};
    window.title = title_of(top.handle);
    window.modality = modality_of(top, tops);
    window.role = role_of_window(top, window.modality);
    window.bounds = bounds_of(top.handle);
    window.active = top.handle == foreground;
    window.minimized = top.minimized;
    window.maximized = IsZoomed(top.handle) != FALSE;
    windows.push_back(std::move(window));
  }
  return windows;
}

}  // namespace surehand::uia
