#include "platform/linux/read/visibility.h"

#include "core/tree/viewport.h"
#include "platform/linux/read/tree.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// Known only once its extents were read.
bool is_drawn(const Rect& bounds) {
  return (bounds.width > 0 || bounds.height > 0) && bounds.x != INT32_MIN && bounds.y != INT32_MIN;
}

bool read(const Rect& bounds) { return bounds.width >= 0; }

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

}  // namespace

Surroundings Surroundings::inside(Role role, Visibility own) const {
  return {own, floats(role) ? false : scroll || scrolls(role)};
}

Visibility visibility_of(Toolkit toolkit, const Node& node, const Surroundings& around) {
  if (node.role == role::kApplication) return Visibility::kShown;
  if (toolkit == Toolkit::kGtk4) return in_gtk4(node, around);
  if (node.in(state::kShowing)) return Visibility::kShown;
  // Menus are not scrolled; what is in a closed one says VISIBLE.
  if (around.above == Visibility::kHidden || !around.scroll) return Visibility::kHidden;
  if (toolkit == Toolkit::kQt) return is_item(node.role) ? Visibility::kScrolledOut : Visibility::kHidden;
  if (!node.in(state::kVisible)) return Visibility::kHidden;
  if (place_decides(toolkit, node) && read(node.bounds) && !is_drawn(node.bounds)) return Visibility::kHidden;
  return Visibility::kScrolledOut;
}

// GTK 3 says VISIBLE of what is on a page that is not shown, in a closed expander or menu: these are not drawn. Nor are the
// cells of a tree view that are scrolled out.
bool place_decides(Toolkit toolkit, const Node& node) {
  return toolkit == Toolkit::kGtk3 && !is_item(node.role) && node.in(state::kVisible) && !node.in(state::kShowing);
}

}  // namespace surehand::atspi
