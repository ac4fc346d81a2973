#include "platform/windows/clipboard.h"

#include <shellapi.h>
#include <shlobj.h>

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

// PNG files have no number of their own; programs that copy or paste such agree on the name (Office, browsers, GIMP).
UINT png_format() {
  static const UINT format = RegisterClipboardFormatW(L"PNG");
  return format;
}

UINT number_of(ClipboardFormat format) {
  if (format == ClipboardFormat::kPng) return png_format();
  return format == ClipboardFormat::kFiles ? CF_HDROP : CF_UNICODETEXT;
}

std::string text_in(const void* bytes, size_t size) {
  const auto* units = static_cast<const wchar_t*>(bytes);
  return without_carriage_returns({units, wcsnlen(units, size / sizeof(wchar_t))});
}

// The paths in an HDROP, each with its end.
std::string files_in(HANDLE data) {
  std::string paths;
  const auto drop = static_cast<HDROP>(data);
  const UINT files = DragQueryFileW(drop, 0xFFFFFFFF, nullptr, 0);
  for (UINT i = 0; i < files; ++i) {
    std::wstring path(DragQueryFileW(drop, i, nullptr, 0) + size_t{1}, L'\0');
    path.resize(DragQueryFileW(drop, i, path.data(), static_cast<UINT>(path.size())));
    paths += to_utf8(path) + '\0';
  }
  return paths;
}

std::string bytes_of_text(std::string_view text) {
  const std::wstring units = with_line_ends(text);
  return {reinterpret_cast<const char*>(units.c_str()), (units.size() + 1) * sizeof(wchar_t)};
}

// A DROPFILES, and behind it the paths, each with its end, and one end more.
std::string bytes_of_files(std::string_view paths) {
  DROPFILES header = {};
  header.pFiles = sizeof header;
  header.fWide = TRUE;
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  const std::wstring units = to_utf16(paths) + L'\0';
  return bytes.append(reinterpret_cast<const char*>(units.data()), units.size() * sizeof(wchar_t));
}

std::string bytes_of(ClipboardFormat format, const std::string& content) {
  if (format == ClipboardFormat::kText) return bytes_of_text(content);
  return format == ClipboardFormat::kFiles ? bytes_of_files(content) : content;
}

}  // namespace

Result<std::string> read_clipboard(Session&, ClipboardFormat format, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  Clipboard clipboard;
  SUREHAND_CHECK(clipboard.open(limits));
  const HANDLE data = GetClipboardData(number_of(format));
  if (!data) {
    if (format != ClipboardFormat::kText || CountClipboardFormats() == 0) return std::string();
    return Error{ErrorCode::kUnsupported, "the clipboard holds something that is no text", {}};
  }
  if (format == ClipboardFormat::kFiles) return files_in(data);
  const void* bytes = GlobalLock(data);
  if (!bytes) return refused_by_windows("the clipboard could not be read");
  const size_t size = GlobalSize(data);
  std::string out =
      format == ClipboardFormat::kText ? text_in(bytes, size) : std::string(static_cast<const char*>(bytes), size);
  GlobalUnlock(data);
  return out;
}

Status write_clipboard(Session&, ClipboardFormat format, const std::string& content, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  Clipboard clipboard;
  if (auto opened = clipboard.open(limits); !opened) return opened;
  const std::string bytes = bytes_of(format, content);
  const HGLOBAL data = GlobalAlloc(GMEM_MOVEABLE, bytes.size());
  void* at = data ? GlobalLock(data) : nullptr;
  if (!at) return refused_by_windows("the clipboard could not be written");
  std::memcpy(at, bytes.data(), bytes.size());
  GlobalUnlock(data);
  // The clipboard's from here on.
  if (EmptyClipboard() && SetClipboardData(number_of(format), data)) return Done{};
  GlobalFree(data);
  return refused_by_windows("the clipboard could not be written");
}

}  // namespace surehand::uia
