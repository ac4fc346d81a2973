#include "platform/simulated/world/roles.h"

namespace surehand::simulated {

bool takes_text(Role role) {
  return role == Role::kTextbox || role == Role::kSearchbox || role == Role::kTerminal || role == Role::kSpinButton;
}

bool takes_number(Role role) { return role == Role::kSlider || role == Role::kSpinButton || role == Role::kScrollBar; }

bool is_radio(Role role) { return role == Role::kRadio || role == Role::kMenuItemRadio; }

bool is_menu_entry(Role role) {
  return role == Role::kMenu || role == Role::kMenuItem || role == Role::kMenuItemCheckbox ||
         role == Role::kMenuItemRadio;
}

bool is_selectable(Role role) {
  return role == Role::kTab || role == Role::kOption || role == Role::kListItem || role == Role::kTreeItem ||
         role == Role::kRow || role == Role::kGridCell;
}

bool is_container(Role role) {
  return role == Role::kTabList || role == Role::kListbox || role == Role::kList || role == Role::kTree ||
         role == Role::kTable || role == Role::kGrid || role == Role::kTreeGrid || role == Role::kCombobox;
}

bool is_pressable(Role role) {
  return role == Role::kButton || role == Role::kLink || role == Role::kMenuItem || role == Role::kCombobox ||
         is_checkable(role) || is_selectable(role);
}

States usual_states(Role role) {
  States states;
  states.set(State::kEnabled);
  states.set(State::kVisible);
  if (is_pressable(role) || takes_text(role) || takes_number(role)) states.set(State::kFocusable);
  if (takes_text(role)) states.set(State::kEditable);
  if (is_checkable(role)) states.set(State::kChecked, false);
  if (role == Role::kTab || role == Role::kOption) states.set(State::kSelected, false);
  if (role == Role::kCombobox) states.set(State::kExpanded, false);
  return states;
}

}  // namespace surehand::simulated
