#pragma once

#include <cstddef>
#include <string_view>

namespace surehand::utf16 {

// How JavaScript counts a text, and so every offset that crosses the seam. For valid UTF-8.

inline size_t units(std::string_view utf8) {
  size_t count = 0;
  for (const char byte : utf8) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0) != 0x80) count += bits >= 0xF0 ? 2 : 1;
  }
  return count;
}

inline size_t characters(std::string_view utf8) {
  size_t count = 0;
  for (const char byte : utf8) count += (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  return count;
}

// The characters (code points) before an offset; one that it would cut in two comes after it.
inline size_t characters_before(std::string_view utf8, size_t offset) {
  size_t count = 0, at = 0;
  for (const char byte : utf8) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0) == 0x80) continue;
    at += bits >= 0xF0 ? 2 : 1;
    if (at > offset) break;
    ++count;
  }
  return count;
}

}  // namespace surehand::utf16
