#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The Unicode character database as far as matching text needs it. Version and data: unicode_tables.inc,
// written by scripts/generate-unicode.py.
namespace surehand::unicode {

// What a code point needs when it is normalised or folded. Most need nothing.
enum Trait : uint8_t {
  kFolds = 1,       // has a case folding
  kFoldsLong = 2,   // its full folding is more than one code point
  kUnstable = 4,    // may change, or change others, under NFC: a combining mark, or NFC_Quick_Check is not Yes
  kDecomposes = 8,  // has a canonical decomposition
};
uint8_t traits(char32_t code);

bool is_white_space(char32_t code);  // the property White_Space

// The simple case folding (one to one), and the upper case where that is one code point too.
char32_t simple_fold(char32_t code);
char32_t simple_upper(char32_t code);
void append_folded(std::u32string& out, char32_t code);  // the full case folding

std::u32string nfd(std::u32string_view text);
std::u32string nfc(std::u32string_view text);

using Ranges = std::vector<std::pair<char32_t, char32_t>>;  // both ends included, ascending, apart
// All code points of a General_Category, by its short or long name or that of its group ("Lu",
// "Uppercase_Letter", "L", "Letter"). Empty when there is none of that name.
Ranges general_category(std::string_view name);

// Every code point that simple_fold or simple_upper moves, and every one that something is moved to.
// Ascending.
const std::vector<char32_t>& cased();

}  // namespace surehand::unicode
