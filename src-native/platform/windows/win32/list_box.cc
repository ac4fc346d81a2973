#include "platform/windows/win32/list_box.h"

#include <algorithm>
#include <optional>

#include "platform/windows/win32/window_class.h"

namespace surehand::uia {
namespace {

constexpr WPARAM kFromTheFirst = static_cast<WPARAM>(-1);
// How often it is asked whether there is another row: one that was moved between two questions looks like two.
constexpr int kTimes = 3;

// Nothing when it did not come back in time, or was not let through; GetLastError() tells.
std::optional<LRESULT> send(HWND window, UINT message, WPARAM wparam, LPARAM lparam, const Limits& limits) {
  constexpr int64_t kLongest = 60'000;
  const auto within = static_cast<UINT>(std::clamp<int64_t>(limits.remaining().count(), 1, kLongest));
  DWORD_PTR answer = 0;
  SetLastError(ERROR_SUCCESS);
  if (!SendMessageTimeoutW(window, message, wparam, lparam, SMTO_NORMAL, within, &answer)) return std::nullopt;
  return static_cast<LRESULT>(answer);
}

LPARAM parameter(const std::wstring& text) { return reinterpret_cast<LPARAM>(text.c_str()); }

HRESULT last_error() {
  const DWORD error = GetLastError();
  return HRESULT_FROM_WIN32(error == ERROR_SUCCESS ? ERROR_TIMEOUT : error);
}

}  // namespace

bool selects_by_text(HWND window) {
  if (kind_of(window) != L"ListBox" || !IsWindowEnabled(window)) return false;
  const LONG_PTR style = GetWindowLongPtrW(window, GWL_STYLE);
  const bool draws = (style & (LBS_OWNERDRAWFIXED | LBS_OWNERDRAWVARIABLE)) != 0;
  const bool several = (style & (LBS_MULTIPLESEL | LBS_EXTENDEDSEL | LBS_NOSEL)) != 0;
  return !several && (!draws || (style & LBS_HASSTRINGS) != 0);
}

bool is_only_row(HWND list, const std::wstring& text, const Limits& limits) {
  for (int time = 0; time < kTimes; ++time) {
    const auto exact = send(list, LB_FINDSTRINGEXACT, kFromTheFirst, parameter(text), limits);
    const auto first = send(list, LB_FINDSTRING, kFromTheFirst, parameter(text), limits);
    if (!exact || !first || *exact == LB_ERR || *first == LB_ERR) return false;
    // Looks on behind it, and from the first again: to itself where there is none beside it.
    const auto next = send(list, LB_FINDSTRING, static_cast<WPARAM>(*first), parameter(text), limits);
    if (next && *next == *first) return true;
  }
  return false;
}

HRESULT select_row(HWND list, const std::wstring& text, const Limits& limits) {
  const auto selected = send(list, LB_SELECTSTRING, kFromTheFirst, parameter(text), limits);
  if (!selected) return last_error();
  if (*selected == LB_ERR) return S_FALSE;
  if ((GetWindowLongPtrW(list, GWL_STYLE) & LBS_NOTIFY) == 0) return S_OK;
  const WPARAM changed = MAKEWPARAM(GetDlgCtrlID(list), LBN_SELCHANGE);
  return send(GetParent(list), WM_COMMAND, changed, reinterpret_cast<LPARAM>(list), limits) ? S_OK : last_error();
}

}  // namespace surehand::uia
