#include "core/tree/state.h"

#include <doctest/doctest.h>

using namespace surehand;
using Texts = std::vector<std::string>;

TEST_CASE("states are written in one order, whatever the order they were set in") {
  States states;
  states.set(State::kRequired);
  states.set(State::kChecked);
  states.set(State::kEnabled);
  CHECK(to_strings(states) == Texts{"enabled", "checked", "required"});
}

TEST_CASE("a three-valued state that applies and is off is said, others are left out") {
  States states;
  states.set(State::kChecked, false);
  states.set(State::kEnabled, false);
  CHECK(to_strings(states) == Texts{"checked=false"});
  CHECK(to_strings(States{}).empty());
}

TEST_CASE("mixed is neither true nor false, and is left by setting either") {
  States states;
  CHECK(apply_state(states, "checked=mixed"));
  CHECK(to_strings(states) == Texts{"checked=mixed"});
  CHECK(matches(states, {State::kChecked, StateValue::kMixed}));
  CHECK_FALSE(matches(states, {State::kChecked, StateValue::kTrue}));
  CHECK_FALSE(matches(states, {State::kChecked, StateValue::kFalse}));
  states.set(State::kChecked);
  CHECK(to_strings(states) == Texts{"checked"});
  states.set(State::kCheckedMixed);
  states.set(State::kChecked, false);
  CHECK(to_strings(states) == Texts{"checked=false"});
}

TEST_CASE("what cannot be checked is neither checked nor unchecked") {
  States button;
  CHECK_FALSE(matches(button, {State::kChecked, StateValue::kFalse}));
  CHECK_FALSE(matches(button, {State::kChecked, StateValue::kTrue}));
  CHECK(matches(button, {State::kEnabled, StateValue::kFalse}));
  States box;
  box.set(State::kChecked, false);
  CHECK(matches(box, {State::kChecked, StateValue::kFalse}));
}

TEST_CASE("the texts of states read back equal") {
  const State all[] = {
      State::kEnabled,      State::kVisible,         State::kFocused, State::kFocusable, State::kSelected,
      State::kExpanded,     State::kChecked,         State::kPressed, State::kEditable,  State::kReadonly,
      State::kRequired,     State::kModal,           State::kBusy,    State::kProtected, State::kActive,
      State::kMultiline,    State::kMultiselectable, State::kInvalid, State::kDefault,   State::kHasPopup,
      State::kCheckedMixed, State::kPressedMixed};
  for (State state : all) {
    for (bool value : {true, false}) {
      States states;
      states.set(State::kPressed, false);
      states.set(state, value);
      States read;
      for (const std::string& text : to_strings(states)) CHECK(apply_state(read, text));
      CHECK(read == states);
    }
  }
}

TEST_CASE("unknown states and values are refused and change nothing") {
  for (const char* text : {"", "chekced", "checked=", "checked=yes", "checked=true ", "=true", "enabled=mixed",
                           "selected=mixed", "checkedmixed"}) {
    CAPTURE(text);
    States states;
    CHECK_FALSE(apply_state(states, text));
    CHECK(states == States{});
  }
}

TEST_CASE("state names are found whatever their case") {
  CHECK(state_from_name("Checked") == State::kChecked);
  CHECK(state_from_name("HASPOPUP") == State::kHasPopup);
  CHECK_FALSE(state_from_name("checked=true").has_value());
}
