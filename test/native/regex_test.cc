#include "core/regex/regex.h"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "core/regex/program.h"
#include "core/regex/search.h"

using namespace surehand;

namespace {

#include "regex_cases.inc"

// The fields of a row in regex_cases.inc: U+001F between them, U+001E for NUL.
std::vector<std::string> fields(std::string_view row) {
  std::vector<std::string> out(1);
  for (const char c : row) {
    if (c == '\x1f') {
      out.emplace_back();
    } else {
      out.back() += c == '\x1e' ? '\0' : c;
    }
  }
  return out;
}

std::optional<bool> matches(std::string_view pattern, std::string_view flags, std::string_view text) {
  auto regex = Regex::compile(pattern, flags);
  REQUIRE_MESSAGE(regex, regex.error().message);
  return regex->search(text);
}

Error refusal(std::string_view pattern, std::string_view flags = "") {
  auto regex = Regex::compile(pattern, flags);
  REQUIRE_FALSE(regex);
  CHECK(regex.error().code == ErrorCode::kInvalidSelector);
  return regex.take_error();
}

// The same by states in parallel, and by backtracking as if there were backreferences.
std::optional<bool> search_one_way(const std::string& pattern, const std::string& flags, const std::string& text,
                                   bool backtracking) {
  auto parsed = regex::parse(pattern, flags);
  REQUIRE(parsed);
  parsed->backreferences = parsed->backreferences || backtracking;
  const auto program = regex::compile(parsed.take());
  REQUIRE(program);
  return regex::search(*program, text);
}

std::string repeat(std::string_view text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("the answers are V8's") {
  for (const char* row : kCases) {
    const std::vector<std::string> c = fields(row);
    const std::string& expected = c[2];
    auto regex = Regex::compile(c[0], c[1]);
    CAPTURE(c[0]);
    CAPTURE(c[1]);
    REQUIRE_MESSAGE(regex, regex.error().message);
    for (size_t i = 0; i < expected.size(); ++i) {
      CAPTURE(c[3 + i]);
      const std::optional<bool> found = regex->search(c[3 + i]);
      CHECK(found == (expected[i] == '1'));
      CHECK(search_one_way(c[0], c[1], c[3 + i], false) == found);
      CHECK(search_one_way(c[0], c[1], c[3 + i], true) == found);
    }
  }
}

TEST_CASE("a text's answer does not depend on the texts before it") {
  auto regex = Regex::compile("^(?:a|b)*a(?:a|b){11}$|é+$", "");
  REQUIRE(regex);
  uint32_t bits = 1;
  for (int i = 0; i < 3'000; ++i) {
    std::string text;
    for (int j = 0; j < 40; ++j) {
      bits = bits * 1664525 + 1013904223;
      text += bits >> 31 ? 'a' : 'b';
    }
    REQUIRE(regex->search(text) == (text[28] == 'a'));
    REQUIRE(regex->search(text + "é") == true);
    REQUIRE(regex->search("") == false);
    REQUIRE(regex->search("xa") == false);
  }
}

TEST_CASE("several threads may search at once") {
  auto regex = Regex::compile("(?:a|b)*c.*d", "");
  REQUIRE(regex);
  std::vector<std::thread> threads;
  std::array<int, 4> found{};
  for (int& count : found) {
    threads.emplace_back([&regex, &count] {
      for (int i = 0; i < 500; ++i) count += regex->search("xxab" + std::string(i % 7, 'b') + "cxxd") == true;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(found == std::array<int, 4>{500, 500, 500, 500});
}

TEST_CASE("what V8 refuses is refused, with a reason and an offset") {
  for (const char* row : kRefused) {
    const std::vector<std::string> r = fields(row);
    CAPTURE(r[0]);
    const Error error = refusal(r[0], r[1]);
    CHECK_FALSE(error.details["reason"].as_string().empty());
    CHECK(error.details["offset"].as_int(-1) >= 0);
    CHECK(error.details["offset"].as_int(-1) <= static_cast<int64_t>(r[0].size()));
  }
}

TEST_CASE("an error says where, counted in UTF-16 units, and why") {
  const Error error = refusal("😀é(a", "");
  CHECK(error.message == "invalid regular expression /😀é(a/: no ) for this ( at offset 3");
  CHECK(error.details["offset"].as_int() == 3);
  CHECK(refusal("a**").details["offset"].as_int() == 2);
  CHECK(refusal("ab)").details["reason"].as_string() == "unmatched )");
}

TEST_CASE("what is not supported is refused by name") {
  CHECK(refusal("a", "g").details["reason"].as_string() == "flag 'g' is not supported, only i, u and s");
  CHECK(refusal("a", "m").details["reason"].as_string() == "flag 'm' is not supported, only i, u and s");
  CHECK(refusal("a", "v").details["reason"].as_string() == "flag 'v' is not supported, only i, u and s");
  CHECK(refusal("a", "ii").details["reason"].as_string() == "flag 'i' is there twice");
  CHECK(refusal("\\p{Script=Greek}", "u").message.find("property 'Script=Greek' is not supported") !=
        std::string::npos);
  CHECK(refusal("(?i:a)").details["offset"].as_int() == 2);
}

TEST_CASE("size and depth are bounded") {
  CHECK(matches("^a{9000}$", "", std::string(9'000, 'a')) == true);
  CHECK(matches("a{9000}b", "", std::string(9'000, 'a')) == std::nullopt);
  CHECK(matches("x|(?!a{9000})y", "", std::string(9'000, 'a') + "y") == std::nullopt);
  CHECK(refusal("a{10001}").message.find("too large") != std::string::npos);
  CHECK(refusal("(?:a{1000}){1000}").message.find("too large") != std::string::npos);
  CHECK(refusal("(?:(?:(?:a{1000}){1000}){1000}){1000}").message.find("too large") != std::string::npos);
  CHECK(refusal("a{0,4294967296}").message.find("too large") != std::string::npos);
  CHECK(refusal("(?:a?){99999999999999999999}").message.find("too large") != std::string::npos);
  CHECK(matches("(?:(?:(?:){1000000}){1000000}){1000000}a", "", "a") == true);
  CHECK(matches("(?:(?:){0,1000000}){0,1000000}a", "", "a") == true);
  CHECK(matches(repeat("(?:", 150) + "a" + repeat(")", 150), "", "a") == true);
  refusal(repeat("(", 1'000) + repeat(")", 1'000));
  refusal(repeat("(?=", 300) + repeat(")", 300));
  refusal(repeat("(?=a)", 65));
  refusal(std::string(10'001, 'a'));
}

TEST_CASE("without u, too, an astral character is one character") {
  CHECK(matches("^.$", "", "😀") == true);
  CHECK(matches("^[😀]$", "", "😀") == true);
  CHECK(matches("^😀{2}$", "", "😀😀") == true);
  CHECK(matches("𐐀", "i", "𐐨") == true);
}

TEST_CASE("a lone surrogate matches nothing, since no text has one") {
  CHECK(matches("\\ud83d", "", "😀") == false);
  CHECK(matches("\\ud83d", "u", "😀") == false);
}

TEST_CASE("invalid UTF-8 is searched as its mended form") {
  CHECK(matches("^a\\ufffdb$", "",
                "a\xFF"
                "b") == true);
  CHECK(matches("^\\ufffd$", "u", "\xE2\x82") == true);
  CHECK(matches("a\xFF", "", "a\uFFFD") == true);
}

TEST_CASE("what takes backtrackers ages takes no time here") {
  const std::string as(10'000, 'a');
  const auto start = std::chrono::steady_clock::now();
  CHECK(matches("^(a+)+$", "", as + "b") == false);
  CHECK(matches("(a|a)*b", "", as) == false);
  CHECK(matches("(a*)*b", "", as) == false);
  CHECK(matches("^(([a-z])+.)+[A-Z]([a-z])+$", "", as) == false);
  CHECK(matches("(.*)(.*)(.*)(.*)(.*)[^a]", "", as) == false);
  CHECK(matches("(?:a?){100}a{100}b", "", as) == false);
  CHECK(matches("(?:(?:(?:a+)+)+)+$", "", as + "b") == false);
  CHECK(matches("(x+x+)+y", "i", std::string(10'000, 'X')) == false);
  CHECK(matches("(?=.*b)a", "", as) == false);
  CHECK(matches("(?:(?=a*b)a|(?<=c.*)a)*b$", "", as) == false);
  CHECK(matches("(?!.*(?=.*c)b)^a*$", "", as) == true);
  CHECK(matches("(?<=^a*b.*)a", "", as) == false);
  const auto elapsed = std::chrono::steady_clock::now() - start;
  // A hundredth of it without sanitizers; backtracking would need longer than the universe has been there.
  CHECK(std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count() < 5'000);
}

TEST_CASE("a backreference that needs more than the step budget gives no answer rather than a wrong one") {
  CHECK(matches("^(a+)+\\1b$", "", std::string(40, 'a')) == std::nullopt);
  CHECK(matches("(a*)*\\1b", "", std::string(10'000, 'a')) == std::nullopt);
  CHECK(matches("^(\\w+) \\1$", "", "again again") == true);
}

TEST_CASE("a long text with backreferences needs no stack") {
  CHECK(matches("^(?:a|(b))*\\1$", "", std::string(50'000, 'a')) == true);
}

TEST_CASE("a Regex can be moved") {
  auto compiled = Regex::compile("^a+$", "");
  REQUIRE(compiled);
  Regex moved = compiled.take();
  std::vector<Regex> several;
  several.push_back(std::move(moved));
  CHECK(several[0].search("aaa") == true);
  CHECK(several[0].search("aab") == false);
}
