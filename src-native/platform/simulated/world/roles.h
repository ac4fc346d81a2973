#pragma once

#include "core/tree/role.h"
#include "core/tree/state.h"

namespace surehand::simulated {

// What an element of this role usually is when its world does not say: enabled and visible, a checkbox
// unchecked, a field editable.
States usual_states(Role role);

bool takes_text(Role role);
bool takes_number(Role role);
bool is_menu_entry(Role role);
bool is_radio(Role role);
bool is_selectable(Role role);
// Holds what can be selected.
bool is_container(Role role);
// Pressing it means something without a script.
bool is_pressable(Role role);

}  // namespace surehand::simulated
