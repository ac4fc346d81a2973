#include "platform/linux/quirks/current_items.h"

#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

bool is_list_item(uint32_t role_number) {
  return role_number == role::kListItem || role_number == role::kTableCell || role_number == role::kTreeItem;
}

bool may_be_current_only(uint32_t role_number, const ToolkitTraits& traits) {
  if (traits.current_icon_is_focused) return role_number == role::kIcon;
  return traits.current_item_is_focused && is_list_item(role_number);
}

bool is_list_of_items(uint32_t role_number) {
  return role_number == role::kList || role_number == role::kListBox || role_number == role::kTable ||
         role_number == role::kTree || role_number == role::kTreeTable;
}

bool tells_keyboard(uint32_t role_number, const ToolkitTraits& traits) {
  switch (role_number) {
    case role::kPageTab:
    case role::kMenu:
    case role::kMenuBar:
    case role::kMenuItem:
    case role::kCheckMenuItem:
    case role::kRadioMenuItem:
      return false;
    default:
      return !may_be_current_only(role_number, traits);
  }
}

bool may_hold_keyboard(uint32_t role_number, uint64_t states, const ToolkitTraits& traits) {
  const bool has_items = is_list_of_items(role_number) || role_number == role::kComboBox;
  if (has_items && !traits.current_icon_is_focused) return false;
  switch (role_number) {
    case role::kTable:
    case role::kTreeTable:
      // A tree view of GTK 3 says that it is focused when a cell is. A flow box is a table, too, and does not.
      return (states & state::kManagesDescendants) == 0;
    case role::kMenu:
    case role::kMenuBar:
    case role::kMenuItem:
    case role::kPopupMenu:
    case role::kDocumentWeb:
      return false;
    default:
      return true;
  }
}

}  // namespace surehand::atspi
