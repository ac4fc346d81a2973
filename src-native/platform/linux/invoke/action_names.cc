#include "platform/linux/invoke/action_names.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "platform/linux/roles.h"

namespace surehand::atspi {

namespace {

// The names as seen in GTK 3 and 4, Qt 5 and 6, LibreOffice, Chromium, Firefox and Swing, without case.
using Names = std::initializer_list<std::string_view>;

constexpr std::string_view kExpandCell = "expands or contracts the row in the tree view containing this cell";

bool equal(std::string_view name, std::string_view wanted) {
  return std::equal(name.begin(), name.end(), wanted.begin(), wanted.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

std::optional<size_t> first(const std::vector<std::string>& names, Names wanted) {
  for (const std::string_view each : wanted) {
    for (size_t i = 0; i < names.size(); ++i) {
      if (equal(names[i], each)) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_item(uint32_t number) {
  return number == role::kTableCell || number == role::kListItem || number == role::kTreeItem ||
         number == role::kTableRow || number == role::kIcon;
}

std::optional<size_t> choose_action(ActionKind kind, const std::vector<std::string>& names, uint32_t number,
                                    bool editable, const ToolkitTraits& traits) {
  const bool item = is_item(number);
  switch (kind) {
    case ActionKind::kPress:
      if (auto found = first(names, {"click", "press", "jump", "dodefault", "push", "trigger", "switch"})) return found;
      // In a text field `activate` is the Enter key, and in a row or an icon it is the double click.
      if (!editable && !item) {
        if (auto found = first(names, {"activate", "toggle", "check", "uncheck", "open", "invoke"})) return found;
      }
      if (number == role::kMenu || number == role::kMenuItem || number == role::kComboBox) {
        if (auto found = first(names, {"showmenu", "togglepopup"})) return found;
      }
      return first(names, {"select", "clickancestor", "click ancestor"});

    case ActionKind::kToggle:
      if (item && (traits.row_toggle_selects || traits.row_toggle_activates)) return std::nullopt;
      if (auto found = first(names, {"toggle", "check", "uncheck", "switch"})) return found;
      if (item) return std::nullopt;
      if (auto found = first(names, {"click", "press", "dodefault"})) return found;
      return editable ? std::nullopt : first(names, {"activate"});

    case ActionKind::kExpand:
      if (auto found = first(names, {"expand", "listitem.expand", "expand or contract", kExpandCell, "open", "showmenu",
                                     "toggleexpand", "togglepopup"}))
        return found;
      if (item || editable) return std::nullopt;
      return first(names, {"press", "click", "activate", "toggle", "dodefault"});

    case ActionKind::kCollapse:
      if (auto found = first(names, {"collapse", "listitem.collapse", "expand or contract", kExpandCell, "close",
                                     "toggleexpand", "togglepopup"}))
        return found;
      if (item || editable) return std::nullopt;
      return first(names, {"press", "click", "activate", "toggle", "dodefault", "showmenu", "open"});

    case ActionKind::kSelect:
      if (auto found = first(names, {"select", "switch"})) return found;
      if (number == role::kPageTab || number == role::kRadioButton || number == role::kMenuItem || item) {
        return first(names, {"click", "press", "dodefault"});
      }
      return std::nullopt;

    case ActionKind::kDeselect:
      if (auto found = first(names, {"deselect", "unselect"})) return found;
      return item && traits.row_toggle_selects ? first(names, {"toggle"}) : std::nullopt;

    case ActionKind::kShowMenu:
      if (auto found = first(names, {"showmenu", "menu", "show menu", "showcontextmenu", "popup"})) return found;
      // A label of GTK 4 has it for the menu of its own text, in place of the one that a click there gets from the program.
      return number == role::kLabel ? std::nullopt : first(names, {"menu.popup"});

    case ActionKind::kFocus:
      return first(names, {"setfocus", "focus"});

    default:
      return std::nullopt;
  }
}

}  // namespace surehand::atspi
