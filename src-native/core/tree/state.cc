#include "core/tree/state.h"

namespace surehand {
namespace {

constexpr bool is_three_valued(State state) { return (bit(state) & States::kThreeValued) != 0; }

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
  if (const State base = base_state(state); base != state) {
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
  for (const StateWord& named : kStates) {
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
  for (const StateWord& named : kStates) names.push_back(named.name);
  return names;
}

std::optional<State> state_from_name(std::string_view name) {
  const std::string lower = lower_case(name);
  for (const StateWord& named : kStates) {
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
