#include "platform/linux/invoke/action_names.h"

#include <doctest/doctest.h>

#include "platform/linux/roles.h"

using namespace surehand;
using namespace surehand::atspi;

namespace {

using Names = std::vector<std::string>;

// The name that was chosen, or nothing.
std::string chosen(ActionKind kind, const Names& names, uint32_t role = 43, Toolkit toolkit = Toolkit::kGtk3,
                   bool editable = false) {
  const auto index = choose_action(kind, names, role, editable, traits_of(toolkit));
  return index ? names[*index] : "";
}

}  // namespace

TEST_CASE("Pressing is what each toolkit calls it") {
  CHECK(chosen(ActionKind::kPress, {"click"}) == "click");
  CHECK(chosen(ActionKind::kPress, {"Press", "SetFocus"}) == "Press");
  CHECK(chosen(ActionKind::kPress, {"SetFocus", "Toggle"}, role::kCheckBox, Toolkit::kQt) == "Toggle");
  CHECK(chosen(ActionKind::kPress, {"jump", "showContextMenu"}) == "jump");
  CHECK(chosen(ActionKind::kPress, {"ShowMenu"}, role::kMenuItem, Toolkit::kQt) == "ShowMenu");
  CHECK(chosen(ActionKind::kPress, {"ShowMenu", "Press"}, role::kComboBox, Toolkit::kQt) == "Press");
  CHECK(chosen(ActionKind::kPress, {"uncheck"}, role::kCheckBox) == "uncheck");
  CHECK(chosen(ActionKind::kPress, {"showContextMenu", "scrollUp"}).empty());
  CHECK(chosen(ActionKind::kPress, {"SetFocus", "Increase", "Decrease"}).empty());
  CHECK(chosen(ActionKind::kPress, {}).empty());
}

TEST_CASE("What only looks like pressing is left to the pointer") {
  CHECK(chosen(ActionKind::kPress, {"activate"}) == "activate");
  CHECK(chosen(ActionKind::kPress, {"activate"}, role::kEntry, Toolkit::kGtk3, true).empty());
  CHECK(chosen(ActionKind::kPress, {"expand or contract", "edit", "activate"}, role::kTableCell).empty());
  CHECK(chosen(ActionKind::kPress, {"Toggle"}, role::kListItem, Toolkit::kQt).empty());
}

TEST_CASE("Toggling, folding, selecting, menus") {
  CHECK(chosen(ActionKind::kToggle, {"click"}, role::kCheckBox) == "click");
  CHECK(chosen(ActionKind::kToggle, {"toggle", "edit", "activate"}, role::kTableCell, Toolkit::kChromium) == "toggle");
  CHECK(chosen(ActionKind::kToggle, {"toggle", "edit", "activate"}, role::kTableCell).empty());
  CHECK(chosen(ActionKind::kToggle, {"Toggle"}, role::kTableCell, Toolkit::kQt).empty());
  CHECK(chosen(ActionKind::kExpand, {"expand or contract", "edit", "activate"}, role::kTableCell) ==
        "expand or contract");
  CHECK(chosen(ActionKind::kExpand, {"open", "showContextMenu"}, role::kComboBox) == "open");
  CHECK(chosen(ActionKind::kExpand, {"press"}, role::kComboBox) == "press");
  CHECK(chosen(ActionKind::kExpand, {"Toggle"}, role::kTableCell, Toolkit::kQt).empty());
  CHECK(chosen(ActionKind::kCollapse, {"ShowMenu", "Press"}, role::kComboBox, Toolkit::kQt) == "Press");
  CHECK(chosen(ActionKind::kCollapse, {"open"}, role::kComboBox) == "open");
  CHECK(chosen(ActionKind::kSelect, {"Press"}, role::kPageTab, Toolkit::kQt) == "Press");
  CHECK(chosen(ActionKind::kSelect, {"switch"}, role::kPageTab) == "switch");
  CHECK(chosen(ActionKind::kSelect, {"Toggle"}, role::kListItem, Toolkit::kQt).empty());
  CHECK(chosen(ActionKind::kSelect, {"click"}, 43).empty());
  CHECK(chosen(ActionKind::kDeselect, {"click"}, role::kListItem).empty());
  CHECK(chosen(ActionKind::kShowMenu, {"Press", "showContextMenu"}) == "showContextMenu");
  CHECK(chosen(ActionKind::kShowMenu, {"menu.popup"}, role::kText, Toolkit::kGtk4) == "menu.popup");
  CHECK(chosen(ActionKind::kShowMenu, {"menu.popup"}, role::kLabel, Toolkit::kGtk4).empty());
  CHECK(chosen(ActionKind::kExpand, {"listitem.toggle-expand", "listitem.expand"}, role::kPanel, Toolkit::kGtk4) ==
        "listitem.expand");
  CHECK(chosen(ActionKind::kCollapse, {"listitem.collapse"}, role::kPanel, Toolkit::kGtk4) == "listitem.collapse");
  CHECK(chosen(ActionKind::kFocus, {"Press", "SetFocus"}) == "SetFocus");
}
