#include "core/query/spelling.h"

#include <doctest/doctest.h>

#include <string>

using surehand::nearest_word;

TEST_CASE("a slip of the pen finds the word that was meant") {
  const std::vector<std::string_view> words = {"name", "role", "value", "children", "checkbox"};
  CHECK(nearest_word("nam", words) == "name");
  CHECK(nearest_word("naem", words) == "name");
  CHECK(nearest_word("Role", words) == "role");
  CHECK(nearest_word("valeu", words) == "value");
  CHECK(nearest_word("child", words) == "");
  CHECK(nearest_word("childern", words) == "children");
  CHECK(nearest_word("chekbox", words) == "checkbox");
}

TEST_CASE("what is like nothing finds nothing") {
  const std::vector<std::string_view> words = {"name", "role"};
  CHECK(nearest_word("", words) == "");
  CHECK(nearest_word("zzzz", words) == "");
  CHECK(nearest_word(std::string(100000, 'n'), words) == "");
  CHECK(nearest_word("name", {}) == "");
}
