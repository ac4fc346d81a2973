#include "platform/macos/states.h"

namespace surehand::ax {

namespace {

bool is_field(Role role) { return role == Role::kTextbox || role == Role::kSearchbox || role == Role::kCombobox; }

bool can_have_focus(Role role) {
  switch (role) {
    case Role::kButton:
    case Role::kCheckbox:
    case Role::kRadio:
    case Role::kSwitch:
    case Role::kTextbox:
    case Role::kSearchbox:
    case Role::kCombobox:
    case Role::kSlider:
    case Role::kSpinButton:
    case Role::kLink:
    case Role::kTab:
    case Role::kListbox:
    case Role::kTable:
    case Role::kTree:
    case Role::kMenuItem:
    case Role::kMenuItemCheckbox:
      return true;
    default:
      return false;
  }
}

// 0, 1 and 2, which is neither; or a Boolean.
void set_checked(States& states, State which, State mixed, CFTypeRef value) {
  const auto number = number_of(value);
  if (number && *number == 2) {
    states.set(which, false);
    states.on |= bit(mixed);
    return;
  }
  if (const auto on = truth_of(value)) states.set(which, *on);
}

}  // namespace

States states_of(const RawNode& node, Role role) {
  States states;
  // What says nothing of it can be used: a heading, a group.
  states.set(State::kEnabled, node.enabled.value_or(true));
  if (can_have_focus(role)) states.set(State::kFocusable);
  if (node.busy.value_or(false)) states.set(State::kBusy);
  if (node.modal.value_or(false) || node.role == "AXSheet") states.set(State::kModal);
  if (node.required.value_or(false)) states.set(State::kRequired);
  if (node.subrole == "AXSecureTextField") states.set(State::kProtected);
  if (node.role == "AXTextArea") states.set(State::kMultiline);
  if (is_field(role) && node.role != "AXPopUpButton") states.set(State::kEditable);
  if (node.role == "AXMenuButton") states.set(State::kHasPopup);
  const CFTypeRef value = node.value.get();
  const bool is_toggle = node.subrole == "AXToggle" || node.subrole == "AXToggleButton";
  if (is_toggle) {
    set_checked(states, State::kPressed, State::kPressedMixed, value);
  } else if (role == Role::kTab) {
    if (const auto on = truth_of(value)) states.set(State::kSelected, *on);
  } else if (role == Role::kCheckbox || role == Role::kRadio || role == Role::kSwitch) {
    set_checked(states, State::kChecked, State::kCheckedMixed, value);
  } else if (role == Role::kMenuItemCheckbox) {
    states.set(State::kChecked, !node.mark.empty() || truth_of(value).value_or(false));
  }
  const bool selects = role != Role::kTab && role != Role::kMenuItem && role != Role::kMenuItemCheckbox;
  if (selects && node.selected) states.set(State::kSelected, *node.selected);
  if (node.role == "AXDisclosureTriangle" && !node.expanded) {
    if (const auto on = truth_of(value)) states.set(State::kExpanded, *on);
  } else if (node.expanded || node.disclosing) {
    states.set(State::kExpanded, node.expanded ? *node.expanded : *node.disclosing);
  }
  return states;
}

}  // namespace surehand::ax
