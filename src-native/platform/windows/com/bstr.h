#pragma once

#include <oleauto.h>

#include <string>
#include <string_view>

#include "platform/windows/com/text.h"

namespace surehand::uia {

// Owns a text of COM's. Null is the empty text.
class Bstr {
 public:
  Bstr() = default;
  explicit Bstr(std::string_view utf8) {
    const std::wstring text = to_utf16(utf8);
    text_ = SysAllocStringLen(text.data(), static_cast<UINT>(text.size()));
  }
  Bstr(const Bstr&) = delete;
  Bstr& operator=(const Bstr&) = delete;
  ~Bstr() { SysFreeString(text_); }

  BSTR get() const { return text_; }
  // For what hands out a text.
  BSTR* put() {
    SysFreeString(text_);
    text_ = nullptr;
    return &text_;
  }
  // COM's texts may hold NULs; behind one there is never anything to be read.
  std::string str() const {
    std::wstring_view text(text_ ? text_ : L"", SysStringLen(text_));
    return to_utf8(text.substr(0, text.find(L'\0')));
  }

 private:
  BSTR text_ = nullptr;
};

}  // namespace surehand::uia
