#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace surehand::utf8 {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr char32_t kInvalid = 0xFFFFFFFF;

// The code point at `at`, which moves behind it. kInvalid for an ill-formed sequence; `at` then moves behind
// what WHATWG's decoder replaces by one U+FFFD (the longest prefix of a well-formed sequence, at least one
// byte), so that mended text is the text that JavaScript's TextDecoder gives. `at` must be inside the text.
inline char32_t next(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at++);
  if (lead < 0x80) return lead;
  if (lead < 0xC2 || lead > 0xF4) return kInvalid;
  const int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  // The second byte's range rules out overlong forms, surrogates and what is beyond U+10FFFF.
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t code = lead & (0x3F >> more);
  for (int i = 0; i < more; ++i) {
    if (at == text.size() || byte(at) < low || byte(at) > high) return kInvalid;
    code = code << 6 | (byte(at++) & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return code;
}

// The code point that ends just before `at`, which moves to its start. Only for valid UTF-8, and `at` > 0.
inline char32_t previous(std::string_view text, size_t& at) {
  do --at;
  while ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  size_t end = at;
  return next(text, end);
}

inline void append(std::string& out, char32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// The first byte at or behind `from` that is not ASCII, or the size.
inline size_t skip_ascii(std::string_view text, size_t from = 0) {
  while (from + 8 <= text.size()) {
    uint64_t word;
    std::memcpy(&word, text.data() + from, 8);
    if (word & 0x8080808080808080u) break;
    from += 8;
  }
  while (from < text.size() && static_cast<unsigned char>(text[from]) < 0x80) ++from;
  return from;
}

}  // namespace surehand::utf8
