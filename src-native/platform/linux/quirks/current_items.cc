#include "platform/linux/quirks/current_items.h"

#include "platform/linux/roles.h"

namespace surehand::atspi {

bool may_be_current_only(uint32_t role_number) {
  return role_number == role::kListItem || role_number == role::kTableCell || role_number == role::kTreeItem;
}

bool is_list_of_items(uint32_t role_number) {
  return role_number == role::kList || role_number == role::kListBox || role_number == role::kTable ||
         role_number == role::kTree || role_number == role::kTreeTable;
}

bool tells_keyboard(uint32_t role_number) {
  switch (role_number) {
    case role::kPageTab:
    case role::kMenu:
    case role::kMenuBar:
    case role::kMenuItem:
    case role::kCheckMenuItem:
    case role::kRadioMenuItem:
      return false;
    default:
      return !may_be_current_only(role_number);
  }
}

bool may_hold_keyboard(uint32_t role_number) {
  if (is_list_of_items(role_number)) return false;
  switch (role_number) {
    case role::kComboBox:
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
