#pragma once

#include <cstdint>

#include "core/text/unicode.h"

namespace surehand::regex {

using unicode::Ranges;

inline constexpr char32_t kLastCode = 0x10FFFF;

// Sorts and joins what was appended in any order.
void tidy(Ranges& ranges);
Ranges complement(const Ranges& tidy);

// ECMAScript's Canonicalize: the simple case folding with flag `u`, else the upper case, which never takes a
// code point into ASCII.
char32_t canonicalise(char32_t code, bool unicode);

// The set and all that Canonicalize does not tell from its members.
Ranges close_over_case(const Ranges& tidy, bool unicode);

// A tidy set made fast to ask.
class CodeSet {
 public:
  explicit CodeSet(Ranges tidy);
  bool contains(char32_t code) const {
    if (code < 128) return ascii_[code >> 6] >> (code & 63) & 1;
    return contains_beyond_ascii(code);
  }
  const Ranges& ranges() const { return ranges_; }

 private:
  bool contains_beyond_ascii(char32_t code) const;

  Ranges ranges_;
  uint64_t ascii_[2] = {0, 0};
};

}  // namespace surehand::regex
