#include "platform/linux/read/attribute_names.h"

#include <doctest/doctest.h>

#include "platform/linux/states.h"

using namespace surehand::atspi;

namespace {

std::string named(std::string_view key, std::string_view value) {
  const NamedAttribute attribute = named_attribute(key, value);
  return attribute.key + "=" + attribute.value;
}

}  // namespace

TEST_CASE("what every platform has is called the same on each") {
  CHECK(named("level", "2") == "level=2");
  CHECK(named("heading-level", "2") == "level=2");
  CHECK(named("posinset", "3") == "posinset=3");
  CHECK(named("src", "https://example.org/a.png") == "url=https://example.org/a.png");
}

TEST_CASE("rows and columns count from 0") {
  CHECK(named("rowindex", "1") == "row=0");
  CHECK(named("colindex", "12") == "column=11");
  CHECK(named("rowindex", "one") == "atspi:rowindex=one");
}

TEST_CASE("what is AT-SPI's or a toolkit's own keeps its name behind a prefix") {
  CHECK(named("toolkit", "gtk") == "atspi:toolkit=gtk");
}

TEST_CASE("the orientation is what the states say") {
  CHECK(orientation_of(state::kHorizontal) == "horizontal");
  CHECK(orientation_of(state::kVertical | state::kEnabled) == "vertical");
  CHECK_FALSE(orientation_of(state::kEnabled).has_value());
}
