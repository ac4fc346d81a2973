#include "platform/linux/read/visibility.h"

#include <cstdint>

#include "core/tree/viewport.h"
#include "platform/linux/quirks/shows.h"
#include "platform/linux/quirks/traits.h"
#include "platform/linux/read/tree.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// Qt says of widgets that are scrolled out that they show, and of the items of a view that they are invisible: neither
// VISIBLE nor SHOWING. So are those whose row is hidden, which have no size; it is known where places are read.
bool is_scrolled_out_item(const Node& node) {
  const bool is_item = node.role == role::kListItem || node.role == role::kTableCell || node.role == role::kTreeItem ||
                       node.role == role::kTableRow;
  return is_item && !(node.bounds.width == 0 && node.bounds.height == 0);
}

// GTK 3 says of every cell of a tree view that it shows. One that is scrolled out has no place, where places are read.
bool is_placeless_cell(const Node& node) { return node.role == role::kTableCell && node.bounds.x == INT32_MIN; }

// GTK 3 says VISIBLE of what is on a page that is not shown, in a closed expander or menu, and gives no place for it; nor does it
// for what is scrolled out.
bool is_closed(const Node& node) {
  // The cell of a row has the parts of its column in it, and the rows below it beside it.
  if (node.role == role::kTableCell) return false;
  if (node.role == role::kPageTab) return !node.in(state::kSelected);
  return node.in(state::kExpandable) && !node.in(state::kExpanded);
}

// The page in WebKitGTK's view says that it shows, and the view says nothing, on whichever page of a notebook it is.
bool is_left_view(const Node& node, const Surroundings& around, const ToolkitTraits& traits) {
  return traits.may_embed_webkit && around.left_tab && (!node.bus.empty() || node.states == 0);
}

}  // namespace

bool is_disabled(const Node& node) {
  return node.in(state::kVisible) && !node.in(state::kEnabled) && !node.in(state::kSensitive);
}

Surroundings Surroundings::inside(const Node& node, Visibility own) const {
  const Role role = role_of(node.role);
  // Menus and the lists of combo boxes do not scroll what is around them, and are closed when they do not show.
  const bool starts_anew = floats(role) || node.role == role::kComboBox;
  return {own,
          !starts_anew && !is_closed(node) && (scroll || scrolls(role)),
          node.role == role::kFrame ? node.bounds : frame,
          page || node.role == role::kDocumentWeb,
          node.role == role::kPanel && node.in(state::kModal),
          popover_menu || (popover && node.role == role::kPanel),
          disabled || is_disabled(node),
          left_tab || (node.role == role::kPageTab && !node.in(state::kSelected))};
}

std::vector<bool> what_holds_shown(Toolkit toolkit, const Tree& tree) {
  if (!traits_of(toolkit).shares_name_with_libreoffice) return {};
  std::vector<bool> holds(tree.nodes.size());
  for (const Node& node : tree.nodes) {
    if (!node.in(state::kShowing) || shows_on_any_page(node.role)) continue;
    for (NodeId at = node.parent; at != kNone && !holds[at] && !tree.nodes[at].in(state::kShowing);
         at = tree.nodes[at].parent) {
      holds[at] = true;
    }
  }
  return holds;
}

Visibility visibility_of(Toolkit toolkit, const Node& node, const Surroundings& around, bool holds_shown) {
  if (node.role == role::kApplication) return Visibility::kShown;
  const ToolkitTraits& traits = traits_of(toolkit);
  const bool above = around.above != Visibility::kHidden;
  if (is_put_away(node, around.frame, toolkit) || is_left_view(node, around, traits)) return Visibility::kHidden;
  const bool is_out =
      node.scrolled_out || (traits.rows_out_of_view_keep_place && around.above == Visibility::kScrolledOut);
  if (is_out && above) return node.in(state::kVisible) ? Visibility::kScrolledOut : Visibility::kHidden;
  if (traits.all_cells_are_showing && above && around.scroll && is_placeless_cell(node))
    return Visibility::kScrolledOut;
  if (shows(node, toolkit, above)) return Visibility::kShown;
  if (holds_shown && above && !place_tells(node.role, toolkit)) return Visibility::kShown;
  if (traits.only_windows_are_showing) return Visibility::kHidden;
  if (!above || !around.scroll) return Visibility::kHidden;
  if (traits.items_out_of_view_lack_states)
    return is_scrolled_out_item(node) ? Visibility::kScrolledOut : Visibility::kHidden;
  return node.in(state::kVisible) ? Visibility::kScrolledOut : Visibility::kHidden;
}

}  // namespace surehand::atspi
