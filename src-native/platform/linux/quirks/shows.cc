#include "platform/linux/quirks/shows.h"

#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

bool is_header(uint32_t role_number) {
  return role_number == role::kColumnHeader || role_number == role::kTableColumnHeader ||
         role_number == role::kRowHeader || role_number == role::kTableRowHeader;
}

bool follows_what_it_is_in(uint32_t role_number, Toolkit toolkit) {
  switch (toolkit) {
    case Toolkit::kChromium:
    case Toolkit::kGecko:
      return false;  // in a web page the state says what is in view: a part of what is scrolled out may be
    case Toolkit::kGtk3:
      // GTK's own states can be believed. LibreOffice's panels forget to say that they show (the one around Calc's input
      // line), so only what is in a menu bar follows it, and what says on any page that it shows.
      return shows_on_any_page(role_number) || role_number == role::kMenu || role_number == role::kMenuItem ||
             role_number == role::kCheckMenuItem || role_number == role::kRadioMenuItem;
    default:
      return true;
  }
}

}  // namespace

bool shows_on_any_page(uint32_t role_number) { return role_number == role::kIcon || role_number == role::kTableCell; }

uint64_t showing_state(Toolkit toolkit) { return toolkit == Toolkit::kGtk4 ? state::kVisible : state::kShowing; }

bool place_tells(uint32_t role_number, Toolkit toolkit) {
  switch (toolkit) {
    case Toolkit::kGtk4:
      return true;
    case Toolkit::kQt:
      // Qt 5's item views have no states but SHOWING, on unseen pages and in closed combo boxes, too. The headers of hidden columns and
      // rows are left without width or height, and a dock may have been put away.
      return role_number == role::kList || role_number == role::kTable || role_number == role::kTree ||
             is_header(role_number) || role_number == role::kFrame;
    case Toolkit::kGtk3:
      // LibreOffice publishes its menus a second time, in a menu bar without height.
      return role_number == role::kMenuBar;
    default:
      return false;
  }
}

bool shows(const Node& node, Toolkit toolkit, bool above) {
  if (node.role == role::kApplication) return true;
  const bool says_so = node.in(showing_state(toolkit));
  if (!says_so || (!above && follows_what_it_is_in(node.role, toolkit))) return false;
  if (!place_tells(node.role, toolkit)) return true;
  // A widget of GTK 4 on a page that is not shown has no size at all; one of no height may hold others that have.
  if (toolkit == Toolkit::kGtk4) return !node.unmapped && (node.bounds.width != 0 || node.bounds.height != 0);
  return node.bounds.width != 0 && node.bounds.height != 0;
}

bool is_put_away(const Node& node, const Rect& frame, Toolkit toolkit) {
  constexpr int32_t kAway = 500;
  if (toolkit != Toolkit::kQt || node.role != role::kFrame || frame.width <= 0 || node.bounds.width <= 0) return false;
  return node.bounds.x + node.bounds.width == frame.x - kAway && node.bounds.y + node.bounds.height == frame.y - kAway;
}

}  // namespace surehand::atspi
