#include "platform/windows/read/plain_controls.h"

#include <string>

#include "platform/windows/com/ids.h"
#include "platform/windows/win32/window_class.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

bool is_push_button(HWND button) {
  const auto type = GetWindowLongPtrW(button, GWL_STYLE) & BS_TYPEMASK;
  return type == BS_PUSHBUTTON || type == BS_DEFPUSHBUTTON;
}

// `&` marks a letter, and `&&` is one that shows.
std::string without_mark(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '&' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

}  // namespace

std::optional<Facts> facts_of_control(HWND control) {
  const std::wstring kind = kind_of(control);
  Facts facts;
  if (kind == L"Button" && is_push_button(control)) {
    facts.control_type = control::kButton;
    facts.patterns = kInvokePattern;
  } else if (kind == L"Static") {
    facts.control_type = control::kText;
  } else {
    return std::nullopt;
  }
  DWORD pid = 0;
  GetWindowThreadProcessId(control, &pid);
  facts.pid = pid;
  facts.window = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(control));
  facts.name = without_mark(title_of(control));
  facts.class_name = class_of(control);
  if (const int id = GetDlgCtrlID(control); id > 0) facts.id = std::to_string(id);
  facts.bounds = bounds_of(control);
  facts.window_shows = IsWindowVisible(control) != FALSE;
  facts.enabled = IsWindowEnabled(control) && IsWindowEnabled(GetAncestor(control, GA_ROOT));
  return facts;
}

std::vector<PlainControl> plain_controls_of(HWND window) {
  std::vector<PlainControl> found;
  const auto note = [](HWND control, LPARAM out) -> BOOL {
    if (auto facts = facts_of_control(control)) {
      reinterpret_cast<std::vector<PlainControl>*>(out)->push_back({control, std::move(*facts)});
    }
    return TRUE;
  };
  EnumChildWindows(window, note, reinterpret_cast<LPARAM>(&found));
  return found;
}

}  // namespace surehand::uia
