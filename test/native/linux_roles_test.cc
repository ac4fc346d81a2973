#include <doctest/doctest.h>

#include <algorithm>

#include "platform/linux/roles.h"
#include "platform/linux/states.h"

using namespace surehand;
using namespace surehand::atspi;

namespace {

uint32_t number(std::string_view name) {
  for (uint32_t i = 0; i < 131; ++i) {
    if (role_name(i) == name) return i;
  }
  return UINT32_MAX;
}

States states(std::string_view role, uint64_t bits, bool showing = true) {
  return states_of(number(role), bits, showing ? Visibility::kShown : Visibility::kHidden);
}

}  // namespace

TEST_CASE("AT-SPI roles become the roles that selectors use") {
  CHECK(role_of(number("push button")) == Role::kButton);
  CHECK(role_of(number("toggle button")) == Role::kButton);
  CHECK(role_of(number("page tab")) == Role::kTab);
  CHECK(role_of(number("text")) == Role::kTextbox);
  CHECK(role_of(number("entry")) == Role::kTextbox);
  CHECK(role_of(number("password text")) == Role::kTextbox);
  CHECK(role_of(number("label")) == Role::kText);
  CHECK(role_of(number("static")) == Role::kText);
  CHECK(role_of(number("frame")) == Role::kWindow);
  CHECK(role_of(number("table cell")) == Role::kCell);
  CHECK(role_of(number("document web")) == Role::kDocument);
  CHECK(role_of(9999) == Role::kGeneric);
}

TEST_CASE("role numbers are AT-SPI's") {
  CHECK(role_name(role::kPasswordText) == "password text");
  CHECK(role_name(role::kToggleButton) == "toggle button");
  CHECK(role_name(role::kText) == "text");
  CHECK(role_name(role::kApplication) == "application");
  CHECK(role_name(role::kParagraph) == "paragraph");
  CHECK(role_name(role::kLandmark) == "landmark");
  CHECK(role_name(role::kDocumentWeb) == "document web");
  CHECK(role_name(role::kEntry) == "entry");
  CHECK(role_name(role::kSwitch) == "switch");
}

TEST_CASE("every role's numbers mean it") {
  for (uint32_t i = 0; i < 131; ++i) {
    const auto numbers = numbers_of(role_of(i));
    CHECK(std::count(numbers.begin(), numbers.end(), i) == 1);
  }
}

TEST_CASE("a landmark's kind is what the page says") {
  CHECK(refined_role(Role::kRegion, "navigation") == Role::kNavigation);
  CHECK(refined_role(Role::kRegion, "main region") == Role::kMain);
  CHECK(refined_role(Role::kButton, "switch") == Role::kSwitch);
  CHECK(refined_role(Role::kRegion, "") == Role::kRegion);
  CHECK(refined_role(Role::kButton, "textbox") == Role::kButton);
}

TEST_CASE("a toggle button is pressed or not; a check box is checked or not") {
  CHECK(states("toggle button", state::kChecked).has(State::kPressed));
  CHECK_FALSE(states("toggle button", state::kChecked).has(State::kChecked));
  CHECK((states("toggle button", 0).applicable & bit(State::kPressed)) != 0);
  CHECK((states("push button", 0).applicable & bit(State::kPressed)) == 0);

  const States checked = states("check box", state::kChecked);
  CHECK(checked.has(State::kChecked));
  CHECK_FALSE(checked.has(State::kPressed));
  CHECK((states("check box", 0).applicable & bit(State::kChecked)) != 0);
  CHECK((states("label", 0).applicable & bit(State::kChecked)) == 0);
  CHECK(states("check box", state::kIndeterminate).has(State::kCheckedMixed));
}

TEST_CASE("what can be selected or expanded says so when it is not") {
  CHECK((states("list item", state::kSelectable).applicable & bit(State::kSelected)) != 0);
  CHECK_FALSE(states("list item", state::kSelectable).has(State::kSelected));
  CHECK((states("list item", 0).applicable & bit(State::kSelected)) == 0);
  CHECK(states("tree item", state::kExpandable | state::kExpanded).has(State::kExpanded));
  CHECK_FALSE(states("tree item", state::kExpandable).has(State::kExpanded));
}

TEST_CASE("a link that was followed is visited") {
  CHECK(states("link", state::kVisited).has(State::kVisited));
  CHECK_FALSE(states("link", 0).has(State::kVisited));
}

TEST_CASE("a password field is protected") { CHECK(states("password text", 0).has(State::kProtected)); }

TEST_CASE("visible is what the reader found out, not what the toolkit says") {
  CHECK(states("push button", 0, true).has(State::kVisible));
  CHECK_FALSE(states("push button", state::kShowing | state::kVisible, false).has(State::kVisible));
}
