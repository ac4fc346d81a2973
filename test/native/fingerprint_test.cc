#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "core/json.h"
#include "core/tree/fingerprint.h"
#include "core/tree/snapshot_json.h"

namespace surehand {
namespace {

struct Facts {
  std::string role = "button";
  std::string name = "OK";
  std::string states = R"(["enabled", "visible"])";
  std::string more;
};

SnapshotPtr tree(const Facts& facts, const char* sibling = R"({"role": "text", "name": "a"})") {
  const std::string text = R"({"role": "window", "children": [{"role": ")" + facts.role + R"(", "name": ")" +
                           facts.name + R"(", "states": )" + facts.states + facts.more + "}, " + sibling + "]}";
  const auto json = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(json));
  auto made = snapshot_from_json(std::get<json::Value>(json));
  REQUIRE(made.ok());
  return made.take();
}

}  // namespace

TEST_CASE("a fingerprint is the same for the same tree") { CHECK(fingerprint(*tree({})) == fingerprint(*tree({}))); }

TEST_CASE("a fingerprint is another one when role, name, a state or the structure is") {
  const uint64_t before = fingerprint(*tree({}));
  CHECK(fingerprint(*tree({"link"})) != before);
  CHECK(fingerprint(*tree({"button", "OK "})) != before);
  CHECK(fingerprint(*tree({"button", "OK", R"(["visible"])"})) != before);
  CHECK(fingerprint(*tree({"button", "OK", R"(["enabled", "visible"])", R"(, "children": [{"role": "text"}])"})) !=
        before);
  CHECK(fingerprint(*tree({}, R"({"role": "text", "name": "a"}, {"role": "text"})")) != before);
}

TEST_CASE("a fingerprint tells of no value and no place") {
  const Facts placed{"button", "OK", R"(["enabled", "visible"])",
                     R"(, "value": "1", "bounds": {"x": 1, "y": 2, "width": 3, "height": 4})"};
  CHECK(fingerprint(*tree(placed)) == fingerprint(*tree({})));
}

TEST_CASE("elements add up in any order, texts of any length do not run together") {
  Fingerprint one, other;
  for (const char* name : {"a", "b", "a name of more than eight bytes"}) {
    one.add(Fingerprint::Element().add(std::string_view(name)));
  }
  for (const char* name : {"a name of more than eight bytes", "b", "a"}) {
    other.add(Fingerprint::Element().add(std::string_view(name)));
  }
  CHECK(one.value() == other.value());
  Fingerprint left, right;
  left.add(Fingerprint::Element().add("ab").add("c"));
  right.add(Fingerprint::Element().add("a").add("bc"));
  CHECK(left.value() != right.value());
}

}  // namespace surehand
