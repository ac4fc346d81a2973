#include "platform/windows/self_test/controls.h"

// After windows.h.
#include <commctrl.h>
#include <wincrypt.h>

#include <array>

#include "platform/windows/com/text.h"

namespace surehand::uia::self_test {
namespace {

class Provider {
 public:
  Provider() { CryptAcquireContextW(&handle_, nullptr, nullptr, PROV_RSA_AES, CRYPT_VERIFYCONTEXT); }
  ~Provider() {
    if (handle_) CryptReleaseContext(handle_, 0);
  }
  Provider(const Provider&) = delete;
  Provider& operator=(const Provider&) = delete;
  HCRYPTPROV get() const { return handle_; }

 private:
  HCRYPTPROV handle_ = 0;
};

class Hash {
 public:
  explicit Hash(const Provider& provider) { CryptCreateHash(provider.get(), CALG_SHA_256, 0, 0, &handle_); }
  ~Hash() {
    if (handle_) CryptDestroyHash(handle_);
  }
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;
  HCRYPTHASH get() const { return handle_; }

 private:
  HCRYPTHASH handle_ = 0;
};

}  // namespace

Status load_common_controls() {
  using Load = BOOL(WINAPI*)(const INITCOMMONCONTROLSEX*);
  const HMODULE library = LoadLibraryExW(L"comctl32.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
  const auto load =
      library ? reinterpret_cast<Load>(reinterpret_cast<void*>(GetProcAddress(library, "InitCommonControlsEx")))
              : nullptr;
  const INITCOMMONCONTROLSEX classes{sizeof classes, ICC_LISTVIEW_CLASSES | ICC_UPDOWN_CLASS | ICC_STANDARD_CLASSES};
  if (load && load(&classes)) return Done{};
  return Error{
      ErrorCode::kUnsupported, "comctl32.dll of Windows, which has the lists of the self-test, does not load", {}};
}

HWND add(HWND parent, const wchar_t* type, const wchar_t* text, DWORD style, RECT place, int id) {
  const HWND made =
      CreateWindowExW(0, type, text, WS_CHILD | WS_VISIBLE | style, place.left, place.top, place.right - place.left,
                      place.bottom - place.top, parent, reinterpret_cast<HMENU>(static_cast<intptr_t>(id)),
                      GetModuleHandleW(nullptr), nullptr);
  SendMessageW(made, WM_SETFONT, reinterpret_cast<WPARAM>(GetStockObject(DEFAULT_GUI_FONT)), TRUE);
  return made;
}

HWND add_labelled(HWND parent, const wchar_t* label, const wchar_t* type, DWORD style, RECT place, int id) {
  add(parent, L"STATIC", label, SS_RIGHT, at(place.left - 80, place.top + 4, 70, 18));
  return add(parent, type, L"", style, place, id);
}

RECT at(int x, int y, int width, int height) { return {x, y, x + width, y + height}; }

void send(HWND control, UINT message, WPARAM wparam, const wchar_t* text) {
  SendMessageW(control, message, wparam, reinterpret_cast<LPARAM>(text));
}

std::string text_of(HWND control) {
  std::wstring text(static_cast<size_t>(GetWindowTextLengthW(control)) + 1, L'\0');
  text.resize(static_cast<size_t>(GetWindowTextW(control, text.data(), static_cast<int>(text.size()))));
  return to_utf8(text);
}

std::string list_view_text(HWND list, int row, int column) {
  std::array<wchar_t, 64> text{};
  LVITEMW item{};
  item.iSubItem = column;
  item.pszText = text.data();
  item.cchTextMax = static_cast<int>(text.size());
  SendMessageW(list, LVM_GETITEMTEXTW, static_cast<WPARAM>(row), reinterpret_cast<LPARAM>(&item));
  return to_utf8(text.data());
}

std::string sha256(const std::string& bytes) {
  const Provider provider;
  const Hash hash(provider);
  std::array<BYTE, 32> digest{};
  auto size = static_cast<DWORD>(digest.size());
  if (!CryptHashData(hash.get(), reinterpret_cast<const BYTE*>(bytes.data()), static_cast<DWORD>(bytes.size()), 0) ||
      !CryptGetHashParam(hash.get(), HP_HASHVAL, digest.data(), &size, 0)) {
    return {};
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const BYTE byte : digest) out.append({kDigits[byte >> 4], kDigits[byte & 15]});
  return out;
}

}  // namespace surehand::uia::self_test
