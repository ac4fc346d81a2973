#include "core/tree/state.h"

namespace surehand {
namespace {

struct Named {
  State state;
  std::string_view name;
};

// In the order in which they are written.
constexpr Named kStates[] = {
    {State::kEnabled, "enabled"},   {State::kVisible, "visible"},     {State::kFocusable, "focusable"},
    {State::kFocused, "focused"},   {State::kActive, "active"},       {State::kModal, "modal"},
    {State::kBusy, "busy"},         {State::kSelected, "selected"},   {State::kExpanded, "expanded"},
    {State::kChecked, "checked"},   {State::kPressed, "pressed"},     {State::kEditable, "editable"},
    {State::kReadonly, "readonly"}, {State::kMultiline, "multiline"}, {State::kMultiselectable, "multiselectable"},
    {State::kRequired, "required"}, {State::kInvalid, "invalid"},     {State::kProtected, "protected"},
    {State::kDefault, "default"},   {State::kHasPopup, "haspopup"},
};

constexpr bool is_three_valued(State state) { return (bit(state) & States::kThreeValued) != 0; }

// The bit that says `mixed`, or 0 for a state that cannot be.
constexpr uint32_t mixed_bit(State state) {
  if (state == State::kChecked) return bit(State::kCheckedMixed);
  if (state == State::kPressed) return bit(State::kPressedMixed);
  return 0;
}

void set_mixed(States& states, State state) {
  states.set(state, true);
  states.on |= mixed_bit(state);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace

void States::set(State state, bool value) {
  if (state == State::kCheckedMixed || state == State::kPressedMixed) {
    const State base = state == State::kCheckedMixed ? State::kChecked : State::kPressed;
    if (value) {
      set_mixed(*this, base);
    } else {
      on &= ~bit(state);
    }
    return;
  }
  if (is_three_valued(state)) applicable |= bit(state);
  if (value) {
    on |= bit(state);
  } else {
    on &= ~bit(state);
  }
  on &= ~mixed_bit(state);
}

std::vector<std::string> to_strings(const States& states) {
  std::vector<std::string> texts;
  for (const Named& named : kStates) {
    std::string text(named.name);
    if ((states.on & mixed_bit(named.state)) != 0) {
      text += "=mixed";
    } else if (!states.has(named.state)) {
      if ((states.applicable & bit(named.state)) == 0) continue;
      text += "=false";
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

bool apply_state(States& states, std::string_view text) {
  const size_t equals = text.find('=');
  const std::optional<State> state = state_from_name(text.substr(0, equals));
  if (!state) return false;
  const std::string_view value = equals == std::string_view::npos ? "true" : text.substr(equals + 1);
  if (value == "true") {
    states.set(*state, true);
  } else if (value == "false") {
    states.set(*state, false);
  } else if (value == "mixed" && mixed_bit(*state) != 0) {
    set_mixed(states, *state);
  } else {
    return false;
  }
  return true;
}

std::vector<std::string_view> state_names() {
  std::vector<std::string_view> names;
  for (const Named& named : kStates) names.push_back(named.name);
  return names;
}

std::optional<State> state_from_name(std::string_view name) {
  const std::string lower = lower_case(name);
  for (const Named& named : kStates) {
    if (named.name == lower) return named.state;
  }
  return std::nullopt;
}

bool matches(const States& states, const StateTest& test) {
  const bool mixed = (states.on & mixed_bit(test.state)) != 0;
  switch (test.value) {
    case StateValue::kMixed:
      return mixed;
    case StateValue::kTrue:
      return states.has(test.state) && !mixed;
    case StateValue::kFalse:
      if (is_three_valued(test.state) && (states.applicable & bit(test.state)) == 0) return false;
      return !states.has(test.state);
  }
  return false;
}

}  // namespace surehand
