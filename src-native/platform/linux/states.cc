#include "platform/linux/states.h"

#include "platform/linux/roles.h"

namespace surehand::atspi {

uint64_t read_states(dbus::Reader& reader) {
  auto words = reader.begin_array(4);
  uint64_t states = 0;
  for (int shift = 0; reader.more(words); shift += 32) {
    const uint64_t word = reader.u32();
    if (shift < 64) states |= word << shift;
  }
  return states;
}

namespace {

bool has_check(uint32_t role_number) {
  return role_number == role::kCheckBox || role_number == role::kCheckMenuItem || role_number == role::kRadioButton ||
         role_number == role::kRadioMenuItem || role_number == role::kSwitch;
}

}  // namespace

bool seems_unchecked(uint32_t role_number, uint64_t bits) {
  return has_check(role_number) && (bits & state::kChecked) == 0;
}

States states_of(uint32_t role_number, uint64_t bits, Visibility visibility) {
  States states;
  const auto copy = [&](State state, uint64_t mask) {
    if ((bits & mask) != 0) states.set(state);
  };
  if (visibility != Visibility::kHidden) states.set(State::kVisible);
  if (visibility == Visibility::kScrolledOut) states.set(State::kOffscreen);
  copy(State::kEnabled, state::kEnabled | state::kSensitive);
  copy(State::kFocused, state::kFocused);
  copy(State::kFocusable, state::kFocusable);
  copy(State::kEditable, state::kEditable);
  copy(State::kReadonly, state::kReadOnly);
  copy(State::kRequired, state::kRequired);
  copy(State::kModal, state::kModal);
  copy(State::kBusy, state::kBusy);
  copy(State::kActive, state::kActive);
  copy(State::kMultiline, state::kMultiLine);
  copy(State::kMultiselectable, state::kMultiselectable);
  copy(State::kInvalid, state::kInvalidEntry);
  copy(State::kDefault, state::kIsDefault);
  copy(State::kHasPopup, state::kHasPopup);
  copy(State::kVisited, state::kVisited);
  if (role_number == role::kPasswordText) states.set(State::kProtected);

  if ((bits & (state::kSelectable | state::kSelected)) != 0) {
    states.set(State::kSelected, (bits & state::kSelected) != 0);
  }
  if ((bits & (state::kExpandable | state::kExpanded | state::kCollapsed)) != 0) {
    states.set(State::kExpanded, (bits & state::kExpanded) != 0);
  }
  const bool checked = (bits & state::kChecked) != 0;
  const bool mixed = (bits & state::kIndeterminate) != 0;
  if (role_number == role::kToggleButton) {
    states.set(State::kPressed, checked || (bits & state::kPressed) != 0);
    if (mixed) states.set(State::kPressedMixed);
  } else if (has_check(role_number) || checked || (bits & state::kCheckable) != 0) {
    states.set(State::kChecked, checked);
    if (mixed) states.set(State::kCheckedMixed);
  }
  return states;
}

}  // namespace surehand::atspi
