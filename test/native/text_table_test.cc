#include "core/tree/text_table.h"

#include <doctest/doctest.h>

#include <string>
#include <unordered_map>

using namespace surehand;

TEST_CASE("no text and the empty text have their own numbers") {
  TextTable table;
  CHECK(table.size() == 2);
  CHECK(table.view(kNoText).empty());
  CHECK(table.view(kEmptyText).empty());
  CHECK(table.intern("") == kEmptyText);
  CHECK(table.find("") == kEmptyText);
  CHECK(table.size() == 2);
}

TEST_CASE("equal texts have equal numbers, without gaps, through growth and freezing") {
  TextTable table;
  std::unordered_map<std::string, TextId> expected;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = "text " + std::to_string(i * 7919 % 10'007) + std::string(i % 31, 'x');
    const TextId id = table.intern(text);
    const auto [at, fresh] = expected.emplace(text, id);
    if (fresh) {
      REQUIRE(id == expected.size() + 1);
    } else {
      REQUIRE(id == at->second);
    }
  }
  CHECK(table.size() == expected.size() + 2);
  for (const auto& [text, id] : expected) {
    REQUIRE(table.view(id) == text);
    REQUIRE(table.find(text) == id);
  }
  CHECK(table.find("absent") == kNoText);

  const size_t before = table.bytes();
  table.freeze();
  CHECK(table.bytes() < before);
  CHECK(table.find("absent") == kNoText);
  const auto& [text, id] = *expected.begin();
  CHECK(table.find(text) == id);
  CHECK(table.view(id) == text);
}

TEST_CASE("texts that differ only in length, in the last byte or by NUL are different") {
  TextTable table;
  const TextId a = table.intern("aaaaaaaa");
  CHECK(table.intern("aaaaaaaaa") != a);
  CHECK(table.intern("aaaaaaab") != a);
  CHECK(table.intern(std::string_view("aaaaaaaa\0", 9)) != a);
  CHECK(table.intern(std::string_view("\0", 1)) != table.intern(std::string_view("\0\0", 2)));
  CHECK(table.intern("aaaaaaaa") == a);
}

TEST_CASE("invalid UTF-8 is mended on the way in, and found in either form") {
  TextTable table;
  const TextId mended = table.intern("caf\xC3");
  CHECK(table.view(mended) == "caf\xEF\xBF\xBD");
  CHECK(table.intern("caf\xEF\xBF\xBD") == mended);
  CHECK(table.find("caf\xC3") == mended);
  CHECK(table.view(table.intern("caf\xC3\xA9")) == "caf\xC3\xA9");
}

TEST_CASE("interning a view into the table itself is safe") {
  TextTable table;
  TextId id = table.intern("seed");
  for (int i = 0; i < 1'000; ++i) {
    const std::string longer = std::string(table.view(id)) + "x";
    id = table.intern(longer);
    REQUIRE(table.intern(table.view(id)) == id);
    REQUIRE(table.view(table.intern(table.view(id).substr(1))) == std::string_view(longer).substr(1));
  }
}
