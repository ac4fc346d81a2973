#include "core/text/text.h"

#include <doctest/doctest.h>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

using namespace surehand;

namespace {

struct Case {
  std::string_view text, normalised, folded;
};

#include "unicode_cases.inc"

std::string utf8_of(char32_t code) {
  std::string out;
  utf8::append(out, code);
  return out;
}

template <class Transform>
uint64_t checksum_over_all(Transform transform) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (char32_t code = 0; code < 0x110000; ++code) {
    if (code == 0xD800) code = 0xE000;
    for (const char c : transform(utf8_of(code)) + "\n") hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  return hash;
}

}  // namespace

TEST_CASE("normalise and fold_case agree with Python's unicodedata") {
  for (const Case& c : kCases) {
    CAPTURE(std::string(c.text));
    CHECK(normalise(c.text) == c.normalised);
    CHECK(fold_case(c.text) == c.folded);
  }
}

TEST_CASE("they agree with Python for every code point, alone and in company") {
  CHECK(checksum_over_all([](const std::string& c) { return fold_case(c); }) == kAllFolded);
  CHECK(checksum_over_all([](const std::string& c) { return normalise(c); }) == kAllNormalised);
  CHECK(checksum_over_all([](const std::string& c) { return normalise("a" + c + "\u0301\u0323"); }) == kAllMarked);
  CHECK(checksum_over_all([](const std::string& c) { return normalise("\u1100" + c); }) == kAllJamo);
}

TEST_CASE("a normalised text is its own normal form") {
  for (const Case& c : kCases) {
    CAPTURE(std::string(c.text));
    CHECK(normalise(normalise(c.text)) == normalise(c.text));
  }
  for (const char* text : {"Save......", " . . ...", "a…...…", "...…", "\u00A0…\u00A0", "x\u2002…", "a. ..."}) {
    CAPTURE(text);
    CHECK(normalise(normalise(text)) == normalise(text));
  }
}

TEST_CASE("case, composition, white space and a trailing ellipsis do not tell texts apart") {
  CHECK(normalise("Save As…") == "save as");
  CHECK(normalise("SAVE\tas ...") == "save as");
  CHECK(normalise("  Save \n As  ") == "save as");
  CHECK(normalise("STRASSE") == normalise("Straße"));
  CHECK(normalise("ΟΔΟΣ") == normalise("οδος"));
  CHECK(normalise("e\u0301te\u0301") == normalise("ÉTÉ"));
  CHECK(normalise("\u1112\u1161\u11AB글") == normalise("한글"));
  CHECK(normalise("q\u0323\u0307") == normalise("q\u0307\u0323"));
  CHECK(normalise("İ") == "i\u0307");
  CHECK(normalise("ı") == "ı");
  CHECK(normalise("") == "");
  CHECK(normalise(" \u3000\u2028\n") == "");
}

TEST_CASE("an ellipsis inside stays, and one alone is a name") {
  CHECK(normalise("A…B") == "a…b");
  CHECK(normalise("1..2") == "1..2");
  CHECK(normalise("etc.") == "etc.");
  CHECK(normalise("…") == "…");
  CHECK(normalise("...") == "…");
  CHECK(normalise(" … ") == "…");
}

TEST_CASE("invisible marks are dropped") {
  CHECK(normalise("\uFEFFa\u200Bb\u200E") == "ab");
  CHECK(normalise("\u2068Sa\u00ADve\u2069") == "save");
  CHECK(normalise("e\u200D\u0301") == normalise("\u00E9"));
  CHECK(normalise("\u202B\u05E9\u05DE\u05D5\u05E8\u202C") == "\u05E9\u05DE\u05D5\u05E8");
  CHECK(normalise("\u2764\uFE0F") == "\u2764");
  CHECK(normalise("Save\u200F ...") == "save");
}

TEST_CASE("a text of nothing but such marks keeps them") {
  CHECK(normalise("\u200B") == "\u200B");
  CHECK(normalise(" \u200E ") == "\u200E");
}

TEST_CASE("invalid UTF-8 is normalised as its mended form") {
  CHECK(normalise("A\xFF") == "a\uFFFD");
  CHECK(fold_case("A\xC3") == "a\uFFFD");
}

TEST_CASE("mnemonic marks may be left out") {
  CHECK(mnemonic_free("_file") == "file");
  CHECK(mnemonic_free("save _as") == "save as");
  CHECK(mnemonic_free("e&xit") == "exit");
  CHECK(mnemonic_free("a__b") == "a_b");
  CHECK(mnemonic_free("a&&b") == "a&b");
  CHECK(mnemonic_free("find && _replace") == "find & replace");
  CHECK(mnemonic_free("save & exit") == "save & exit");
  CHECK(mnemonic_free("trailing_") == "trailing_");
  CHECK(mnemonic_free("___x") == "_x");
  CHECK(mnemonic_free("_") == "_");
  CHECK(mnemonic_free("") == "");
  CHECK(mnemonic_free("plain") == "plain");
  CHECK(mnemonic_free("&öffnen") == "öffnen");
  CHECK(mnemonic_free("文件(&f)") == "文件(f)");
  CHECK(mnemonic_free("e_\u0301") == "e_\u0301");
}

TEST_CASE("UTF-8: well-formed and nothing else") {
  for (const std::string& valid :
       {std::string(), std::string("plain ascii text of some length"), utf8_of(0x7F), utf8_of(0x80), utf8_of(0x7FF),
        utf8_of(0x800), utf8_of(0xD7FF), utf8_of(0xE000), utf8_of(0xFFFF), utf8_of(0x10000), utf8_of(0x10FFFF)}) {
    CHECK(is_valid_utf8(valid));
    CHECK(mend_utf8(valid) == valid);
    for (size_t cut = 1; valid.size() < 5 && cut < valid.size(); ++cut)
      CHECK_FALSE(is_valid_utf8(valid.substr(0, cut)));
  }
  for (const char* invalid : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",
                              "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "ascii\xFE"}) {
    CAPTURE(invalid);
    CHECK_FALSE(is_valid_utf8(invalid));
    CHECK(is_valid_utf8(mend_utf8(invalid)));
  }
}

TEST_CASE("mending replaces as TextDecoder does") {
  CHECK(mend_utf8("a\xE2\x82z") == "a\uFFFDz");
  CHECK(mend_utf8("\xF0\x9F\x98") == "\uFFFD");
  CHECK(mend_utf8("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(mend_utf8("\xC0\xAF") == "\uFFFD\uFFFD");
  CHECK(mend_utf8("\xF1\x80\x80\xC3\xA9") == "\uFFFDé");
}

TEST_CASE("reading backwards sees the same code points") {
  const std::string text = "aé€😀z";
  size_t at = text.size();
  std::u32string codes;
  while (at > 0) codes += utf8::previous(text, at);
  CHECK(codes == U"z😀€éa");
}

TEST_CASE("general categories by short, long and group name") {
  CHECK(unicode::general_category("Lu").front() == std::pair<char32_t, char32_t>('A', 'Z'));
  CHECK(unicode::general_category("Lu") == unicode::general_category("Uppercase_Letter"));
  CHECK(unicode::general_category("L") == unicode::general_category("Letter"));
  CHECK(unicode::general_category("Nd").front() == std::pair<char32_t, char32_t>('0', '9'));
  CHECK(unicode::general_category("Co").back() == std::pair<char32_t, char32_t>(0x100000, 0x10FFFD));
  CHECK(unicode::general_category("Cn").back() == std::pair<char32_t, char32_t>(0x10FFFE, 0x10FFFF));
  CHECK(unicode::general_category("lu").empty());
  CHECK(unicode::general_category("Latin").empty());
}
