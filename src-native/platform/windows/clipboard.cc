#include "platform/windows/clipboard.h"

#include <cstring>
#include <string>

#include "platform/windows/com/text.h"
#include "platform/windows/permissions.h"
#include "platform/windows/win32/integrity.h"

namespace surehand::uia {
namespace {

constexpr Milliseconds kClipboardRecheck{10};

// The clipboard, for as long as it is looked at. Only one program has it at a time.
class Clipboard {
 public:
  Clipboard() {
    // What is written needs a window that it is from.
    owner_ = CreateWindowExW(0, L"STATIC", L"", 0, 0, 0, 0, 0, HWND_MESSAGE, nullptr, nullptr, nullptr);
  }
  Clipboard(const Clipboard&) = delete;
  Clipboard& operator=(const Clipboard&) = delete;
  ~Clipboard() {
    if (open_) CloseClipboard();
    if (owner_) DestroyWindow(owner_);
  }

  Status open(const Limits& limits) {
    while (!OpenClipboard(owner_)) {
      if (auto error = limits.exceeded("the clipboard, which another program has open")) return std::move(*error);
      limits.sleep_until(Clock::now() + kClipboardRecheck);
    }
    open_ = true;
    return Done{};
  }

 private:
  HWND owner_ = nullptr;
  bool open_ = false;
};

// Lines end with CR LF there, and with LF here.
std::wstring with_line_ends(std::string_view text) {
  std::wstring out;
  for (const wchar_t unit : to_utf16(text)) {
    if (unit == L'\n' && (out.empty() || out.back() != L'\r')) out += L'\r';
    out += unit;
  }
  return out;
}
std::string without_carriage_returns(std::wstring_view text) {
  std::wstring out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != L'\r' || i + 1 == text.size() || text[i + 1] != L'\n') out += text[i];
  }
  return to_utf8(out);
}

}  // namespace

Result<std::string> read_clipboard(Session&, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  Clipboard clipboard;
  if (auto opened = clipboard.open(limits); !opened) return opened.take_error();
  const HANDLE data = GetClipboardData(CF_UNICODETEXT);
  if (!data) {
    if (CountClipboardFormats() == 0) return std::string();
    return Error{ErrorCode::kUnsupported, "the clipboard holds something that is no text", {}};
  }
  const auto* text = static_cast<const wchar_t*>(GlobalLock(data));
  if (!text) return refused_by_windows("the clipboard could not be read");
  const size_t most = GlobalSize(data) / sizeof(wchar_t);
  const std::string out = without_carriage_returns({text, wcsnlen(text, most)});
  GlobalUnlock(data);
  return out;
}

Status write_clipboard(Session&, const std::string& text, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  Clipboard clipboard;
  if (auto opened = clipboard.open(limits); !opened) return opened;
  const std::wstring units = with_line_ends(text);
  const size_t bytes = (units.size() + 1) * sizeof(wchar_t);
  const HGLOBAL data = GlobalAlloc(GMEM_MOVEABLE, bytes);
  void* at = data ? GlobalLock(data) : nullptr;
  if (!at) return refused_by_windows("the clipboard could not be written");
  std::memcpy(at, units.c_str(), bytes);
  GlobalUnlock(data);
  // The clipboard's from here on.
  if (EmptyClipboard() && SetClipboardData(CF_UNICODETEXT, data)) return Done{};
  GlobalFree(data);
  return refused_by_windows("the clipboard could not be written");
}

}  // namespace surehand::uia
