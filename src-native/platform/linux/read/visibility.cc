#include "platform/linux/read/visibility.h"

#include "core/tree/viewport.h"
#include "platform/linux/read/tree.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// GTK 4 says SHOWING of windows alone; a widget on a page that is not shown has no size.
Visibility in_gtk4(const Node& node, const Surroundings& around) {
  const bool shown = around.above == Visibility::kShown && node.in(state::kVisible) &&
                     (node.bounds.width != 0 || node.bounds.height != 0);
  return shown ? Visibility::kShown : Visibility::kHidden;
}

// Qt says of widgets that are scrolled out that they show, and of the items of a view that they are invisible: neither
// VISIBLE nor SHOWING.
bool is_item(uint32_t role) {
  return role == role::kListItem || role == role::kTableCell || role == role::kTreeItem || role == role::kTableRow;
}

// GTK 3 says VISIBLE of what is on a page that is not shown, in a closed expander or menu, and gives no place for it; nor does it
// for what is scrolled out.
bool is_closed(const Node& node) {
  if (node.role == role::kPageTab) return !node.in(state::kSelected);
  return node.in(state::kExpandable) && !node.in(state::kExpanded);
}

}  // namespace

Surroundings Surroundings::inside(const Node& node, Visibility own) const {
  const Role role = role_of(node.role);
  // Menus and the lists of combo boxes do not scroll what is around them, and are closed when they do not show.
  const bool starts_anew = floats(role) || node.role == role::kComboBox;
  return {own, !starts_anew && !is_closed(node) && (scroll || scrolls(role))};
}

Visibility visibility_of(Toolkit toolkit, const Node& node, const Surroundings& around) {
  if (node.role == role::kApplication) return Visibility::kShown;
  if (toolkit == Toolkit::kGtk4) return in_gtk4(node, around);
  if (node.in(state::kShowing)) return Visibility::kShown;
  if (around.above == Visibility::kHidden || !around.scroll) return Visibility::kHidden;
  if (toolkit == Toolkit::kQt) return is_item(node.role) ? Visibility::kScrolledOut : Visibility::kHidden;
  return node.in(state::kVisible) ? Visibility::kScrolledOut : Visibility::kHidden;
}

}  // namespace surehand::atspi
