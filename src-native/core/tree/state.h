#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace surehand {

// Normalised states, one bit each. Selected, expanded, checked and pressed are three-valued: an element that
// cannot be checked is neither checked nor unchecked, so `checked:false` does not match it. For those four the
// bit in `applicable` says that the question has an answer. All others are plain flags: absent is false.
enum class State : uint32_t {
  kEnabled = 1u << 0,
  kVisible = 1u << 1,
  kFocused = 1u << 2,
  kFocusable = 1u << 3,
  kSelected = 1u << 4,
  kExpanded = 1u << 5,
  kChecked = 1u << 6,
  kPressed = 1u << 7,
  kEditable = 1u << 8,
  kReadonly = 1u << 9,
  kRequired = 1u << 10,
  kModal = 1u << 11,
  kBusy = 1u << 12,
  kProtected = 1u << 13,
  kCheckedMixed = 1u << 14,
  kPressedMixed = 1u << 15,
  kActive = 1u << 16,  // the window that has the keyboard
  kMultiline = 1u << 17,
  kMultiselectable = 1u << 18,
  kInvalid = 1u << 19,  // its content failed the application's validation
  kDefault = 1u << 20,  // what Enter presses in its dialog
  kHasPopup = 1u << 21,
};

constexpr uint32_t bit(State state) { return static_cast<uint32_t>(state); }

struct States {
  uint32_t on = 0;
  uint32_t applicable = 0;  // only the bits of the three-valued states

  static constexpr uint32_t kThreeValued =
      bit(State::kSelected) | bit(State::kExpanded) | bit(State::kChecked) | bit(State::kPressed);

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
