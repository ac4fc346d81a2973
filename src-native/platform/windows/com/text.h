#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/utf8.h"

namespace surehand::uia {

// Windows' texts are UTF-16 and may hold halves of surrogate pairs, which become U+FFFD. No header of Windows is needed: where
// wchar_t is larger, each still holds one unit.

inline std::string to_utf8(std::wstring_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const auto unit = static_cast<char32_t>(text[i]) & 0xFFFF;
    const auto next = i + 1 < text.size() ? static_cast<char32_t>(text[i + 1]) & 0xFFFF : 0;
    if ((unit & 0xFC00) == 0xD800 && (next & 0xFC00) == 0xDC00) {
      utf8::append(out, 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF));
      ++i;
    } else {
      utf8::append(out, (unit & 0xF800) == 0xD800 ? utf8::kReplacement : unit);
    }
  }
  return out;
}

inline std::wstring to_utf16(std::string_view text) {
  std::wstring out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    char32_t code = utf8::next(text, at);
    if (code == utf8::kInvalid) code = utf8::kReplacement;
    if (code >= 0x10000) {
      out += static_cast<wchar_t>(0xD800 + ((code - 0x10000) >> 10));
      code = 0xDC00 + ((code - 0x10000) & 0x3FF);
    }
    out += static_cast<wchar_t>(code);
  }
  return out;
}

}  // namespace surehand::uia
