#include "core/tree/role.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using surehand::Role;
using surehand::role_from_name;
using surehand::to_string;

namespace {

constexpr Role kAll[] = {
#define SUREHAND_ROLE(enumerator, name) Role::enumerator,
#include "core/tree/role_table.inc"
#undef SUREHAND_ROLE
};

constexpr std::string_view kAliasKeys[] = {
#define SUREHAND_ROLE_ALIAS(key, enumerator) key,
#include "core/tree/role_aliases.inc"
#undef SUREHAND_ROLE_ALIAS
};

}  // namespace

TEST_CASE("every role is found by its own name and by nothing else's") {
  std::set<std::string_view> names;
  for (Role role : kAll) {
    CHECK(names.insert(to_string(role)).second);
    CHECK(role_from_name(to_string(role)) == role);
  }
}

TEST_CASE("an alias means exactly one role") {
  for (size_t i = 1; i < std::size(kAliasKeys); ++i) {
    CAPTURE(kAliasKeys[i]);
    CHECK(kAliasKeys[i - 1] < kAliasKeys[i]);
  }
  for (std::string_view key : kAliasKeys) CHECK(role_from_name(key).has_value());
}

TEST_CASE("each platform's own names are accepted") {
  CHECK(role_from_name("push button") == Role::kButton);
  CHECK(role_from_name("toggle button") == Role::kButton);
  CHECK(role_from_name("push button menu") == Role::kButton);
  CHECK(role_from_name("page tab") == Role::kTab);
  CHECK(role_from_name("password text") == Role::kTextbox);
  CHECK(role_from_name("frame") == Role::kWindow);
  CHECK(role_from_name("document web") == Role::kDocument);
  CHECK(role_from_name("Edit") == Role::kTextbox);
  CHECK(role_from_name("TabItem") == Role::kTab);
  CHECK(role_from_name("Hyperlink") == Role::kLink);
  CHECK(role_from_name("AXTextField") == Role::kTextbox);
  CHECK(role_from_name("AXSecureTextField") == Role::kTextbox);
  CHECK(role_from_name("AXCloseButton") == Role::kButton);
  CHECK(role_from_name("image") == Role::kImg);
  CHECK(role_from_name("label") == Role::kText);
  CHECK(role_from_name("static") == Role::kText);
}

TEST_CASE("a normalised name wins over a platform's other meaning of it") {
  CHECK(role_from_name("text") == Role::kText);
  CHECK(role_from_name("Tab") == Role::kTab);
}

TEST_CASE("what people write and no platform says is accepted") {
  CHECK(role_from_name("textfield") == Role::kTextbox);
  CHECK(role_from_name("Text Field") == Role::kTextbox);
  CHECK(role_from_name("input") == Role::kTextbox);
  CHECK(role_from_name("app") == Role::kApplication);
}

TEST_CASE("case and the joints between words mean nothing") {
  CHECK(role_from_name("BUTTON") == Role::kButton);
  CHECK(role_from_name("push-button") == Role::kButton);
  CHECK(role_from_name("PUSH_BUTTON") == Role::kButton);
  CHECK(role_from_name("Check Box") == Role::kCheckbox);
  CHECK(role_from_name("menu item radio") == Role::kMenuItemRadio);
}

TEST_CASE("nothing unknown is taken for a role") {
  CHECK_FALSE(role_from_name("").has_value());
  CHECK_FALSE(role_from_name("-").has_value());
  CHECK_FALSE(role_from_name("butto").has_value());
  CHECK_FALSE(role_from_name("buttons").has_value());
  CHECK_FALSE(role_from_name(std::string(10000, 'a')).has_value());
}
