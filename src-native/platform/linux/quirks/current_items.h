#pragma once

#include <cstdint>

namespace surehand::atspi {

// Qt's widgets say of the current item of each list, table and tree that it is focused, whatever has the keyboard
// (QAccessibleTableCell::state), and the list itself never says so. What else is focused in the window, or that the window is not the
// active one, tells that an item is not.

// An item that is focused when it is only the current one.
bool may_be_current_only(uint32_t role_number);

// What has such items.
bool is_list_of_items(uint32_t role_number);

// Whether what is focused has the keyboard. Not so the current one of items, tabs and entries of a menu.
bool tells_keyboard(uint32_t role_number);

// Whether another element with the keyboard may be in it: not so in what only has items.
bool may_hold_keyboard(uint32_t role_number);

}  // namespace surehand::atspi
