#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/vocabulary.h"

namespace surehand {

// Normalised states, one bit each, and their names; vocabulary.json has them. Selected, expanded, checked and pressed are
// three-valued: an element that cannot be checked is neither checked nor unchecked, so `checked:false` does not match it.
// For those the bit in `applicable` says that the question has an answer. All others are plain flags: absent is false.
constexpr uint32_t bit(State state) { return static_cast<uint32_t>(state); }

// The bit that says `mixed`, or 0 for a state that cannot be.
constexpr uint32_t mixed_bit(State state) {
  for (const StateWord& word : kStates) {
    if (word.state == state) return word.mixed;
  }
  return 0;
}

// A mixed value is a value of its state, not a state of its own.
constexpr State base_state(State state) {
  for (const StateWord& word : kStates) {
    if (word.mixed == bit(state)) return word.state;
  }
  return state;
}

constexpr uint32_t three_valued_bits() {
  uint32_t bits = 0;
  for (const StateWord& word : kStates) bits |= word.three_valued ? bit(word.state) : 0;
  return bits;
}

struct States {
  uint32_t on = 0;
  uint32_t applicable = 0;  // only the bits of the three-valued states

  static constexpr uint32_t kThreeValued = three_valued_bits();

  bool has(State state) const { return (on & bit(state)) != 0; }
  // Whether the question has an answer; always, for a plain flag.
  bool applies(State state) const { return (bit(state) & kThreeValued & ~applicable) == 0; }
  // Sets the value; a three-valued state becomes applicable.
  void set(State state, bool value = true);

  friend bool operator==(const States& a, const States& b) { return a.on == b.on && a.applicable == b.applicable; }
};

// The texts of `states` in JSON and in outlines, in a fixed order: `enabled`, `checked`, `checked=mixed`; a
// three-valued state that applies and is not on reads `checked=false`. Other false states are left out.
std::vector<std::string> to_strings(const States& states);

// Reads one such text into `states`; also takes `checked=true` and `enabled=false`. False for an unknown name.
bool apply_state(States& states, std::string_view text);

enum class StateValue : uint8_t { kFalse, kTrue, kMixed };

// A state as a selector asks for it (`checked:mixed`).
struct StateTest {
  State state;
  StateValue value;
};
std::vector<std::string_view> state_names();
std::optional<State> state_from_name(std::string_view name);
bool matches(const States& states, const StateTest& test);

}  // namespace surehand
