#pragma once

#include <cstdint>

#include "platform/linux/quirks/traits.h"

namespace surehand::atspi {

// Qt's widgets say of the current item of each list, table and tree that it is focused, whatever has the keyboard
// (QAccessibleTableCell::state), and the list itself never says so. What else is focused in the window, or that the window is not the
// active one, tells that an item is not. GTK 3 does the same with the icons of an icon view (gtkiconview.c).

// An item of a list, a table or a tree.
bool is_list_item(uint32_t role_number);

// An item that is focused when it is only the current one.
bool may_be_current_only(uint32_t role_number, const ToolkitTraits& traits);

// What has such items.
bool is_list_of_items(uint32_t role_number);

// Whether what is focused has the keyboard. Not so the current one of items, tabs and entries of a menu.
bool tells_keyboard(uint32_t role_number, const ToolkitTraits& traits);

// Whether another element with the keyboard may be in it: not so in what only has items that do not tell.
bool may_hold_keyboard(uint32_t role_number, uint64_t states, const ToolkitTraits& traits);

}  // namespace surehand::atspi
