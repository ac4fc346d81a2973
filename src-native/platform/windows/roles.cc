#include "platform/windows/roles.h"

#include <algorithm>
#include <optional>

#include "platform/windows/com/ids.h"

namespace surehand::uia {
namespace {

struct RoleRow {
  int type;
  std::string_view name;
  Role role;
};

constexpr RoleRow kRoleRows[] = {
    {control::kButton, "Button", Role::kButton},
    {control::kCalendar, "Calendar", Role::kCalendar},
    {control::kCheckBox, "CheckBox", Role::kCheckbox},
    {control::kComboBox, "ComboBox", Role::kCombobox},
    {control::kEdit, "Edit", Role::kTextbox},
    {control::kHyperlink, "Hyperlink", Role::kLink},
    {control::kImage, "Image", Role::kImg},
    {control::kListItem, "ListItem", Role::kListItem},
    {control::kList, "List", Role::kList},
    {control::kMenu, "Menu", Role::kMenu},
    {control::kMenuBar, "MenuBar", Role::kMenuBar},
    {control::kMenuItem, "MenuItem", Role::kMenuItem},
    {control::kProgressBar, "ProgressBar", Role::kProgressBar},
    {control::kRadioButton, "RadioButton", Role::kRadio},
    {control::kScrollBar, "ScrollBar", Role::kScrollBar},
    {control::kSlider, "Slider", Role::kSlider},
    {control::kSpinner, "Spinner", Role::kSpinButton},
    {control::kStatusBar, "StatusBar", Role::kStatus},
    {control::kTab, "Tab", Role::kTabList},
    {control::kTabItem, "TabItem", Role::kTab},
    {control::kText, "Text", Role::kText},
    {control::kToolBar, "ToolBar", Role::kToolbar},
    {control::kToolTip, "ToolTip", Role::kTooltip},
    {control::kTree, "Tree", Role::kTree},
    {control::kTreeItem, "TreeItem", Role::kTreeItem},
    {control::kCustom, "Custom", Role::kGeneric},
    {control::kGroup, "Group", Role::kGroup},
    {control::kThumb, "Thumb", Role::kThumb},
    {control::kDataGrid, "DataGrid", Role::kGrid},
    {control::kDataItem, "DataItem", Role::kRow},
    {control::kDocument, "Document", Role::kDocument},
    {control::kSplitButton, "SplitButton", Role::kButton},
    {control::kWindow, "Window", Role::kWindow},
    {control::kPane, "Pane", Role::kGroup},
    {control::kHeader, "Header", Role::kHeader},
    {control::kHeaderItem, "HeaderItem", Role::kColumnHeader},
    {control::kTable, "Table", Role::kTable},
    {control::kTitleBar, "TitleBar", Role::kTitleBar},
    {control::kSeparator, "Separator", Role::kSeparator},
    {control::kSemanticZoom, "SemanticZoom", Role::kGroup},
    {control::kAppBar, "AppBar", Role::kToolbar},
};

const RoleRow* role_row_of(int type) {
  for (const RoleRow& row : kRoleRows) {
    if (row.type == type) return &row;
  }
  return nullptr;
}

// What browsers say beside the control type is ARIA's own word, which is ours. A page's window, application or document is one only where
// its control type says so as well: `role=application` is no application.
std::optional<Role> role_of_aria(const Facts& facts) {
  const std::string_view words = facts.aria_role;
  const std::string_view word = words.substr(0, words.find(' '));
  if (word.empty()) return std::nullopt;
  const auto role = role_from_name(word);
  if (!role || to_string(*role) != word) return std::nullopt;
  switch (*role) {
    case Role::kGeneric:
    case Role::kApplication:
    case Role::kWindow:
    case Role::kDesktop:
    case Role::kDocument:
    case Role::kText:
      return std::nullopt;
    default:
      return role;
  }
}

bool is_item_of_grid(const Facts& facts) { return facts.has(kGridItemPattern) && facts.row && facts.column; }

// Providers that have no better word say Custom, and tell by patterns what it is.
Role role_of_custom(const Facts& facts, const Facts* parent) {
  if (is_item_of_grid(facts)) return Role::kGridCell;
  const bool in_grid =
      parent && (parent->control_type == control::kDataGrid || parent->control_type == control::kTable);
  // Rows of WinForms' grids, which have their cells below them and no pattern at all.
  if (in_grid) return Role::kRow;
  if (parent && parent->control_type == control::kDataItem) return Role::kGridCell;
  return Role::kGeneric;
}

}  // namespace

Role role_of(const Facts& facts, const Facts* parent) {
  if (const auto role = role_of_aria(facts)) return *role;
  switch (facts.control_type) {
    case control::kDataItem:
      // WPF's and Explorer's lists with columns have DataItems as well, and those have cells below them.
      return is_item_of_grid(facts) && parent && parent->control_type == control::kDataItem ? Role::kGridCell
                                                                                            : Role::kRow;
    case control::kMenuItem:
      if (facts.has(kTogglePattern)) return Role::kMenuItemCheckbox;
      return facts.has(kSelectionItemPattern) ? Role::kMenuItemRadio : Role::kMenuItem;
    case control::kMenu:
      // WPF's bar of menus; a menu that opens is of another class.
      return facts.framework == "WPF" && facts.class_name == "Menu" ? Role::kMenuBar : Role::kMenu;
    case control::kText:
      return facts.heading > 0 ? Role::kHeading : Role::kText;
    case control::kCustom:
      return role_of_custom(facts, parent);
    case control::kEdit:
      // A cell of Excel's or of a WinForms grid is an Edit.
      return is_item_of_grid(facts) ? Role::kGridCell : Role::kTextbox;
    case control::kDocument:
      // Where text is written that has lines (Notepad, RichEdit), and no page.
      return facts.has(kTextPattern) && facts.aria_role.empty() && facts.framework != "Chrome" &&
                     facts.framework != "Gecko" && !facts.value_readonly && facts.focusable
                 ? Role::kTextbox
                 : Role::kDocument;
    case control::kWindow:
      return facts.dialog || facts.modal || facts.class_name == "#32770" ? Role::kDialog : Role::kWindow;
    case control::kPane:
      return facts.has(kScrollPattern) && facts.scrollable ? Role::kScrollArea : Role::kGroup;
    default:
      break;
  }
  const RoleRow* row = role_row_of(facts.control_type);
  return row ? row->role : Role::kGeneric;
}

std::string platform_role(const Facts& facts) {
  const RoleRow* row = role_row_of(facts.control_type);
  std::string name(row ? row->name : "Custom");
  return facts.aria_role.empty() ? name : name + "/" + facts.aria_role;
}

std::optional<std::vector<int>> control_types_of(Role role) {
  switch (role) {
    case Role::kButton:
      return std::vector{control::kButton, control::kSplitButton};
    case Role::kCheckbox:
      return std::vector{control::kCheckBox};
    case Role::kRadio:
      return std::vector{control::kRadioButton};
    case Role::kCombobox:
      return std::vector{control::kComboBox};
    case Role::kLink:
      return std::vector{control::kHyperlink};
    case Role::kSlider:
      return std::vector{control::kSlider};
    case Role::kTab:
      return std::vector{control::kTabItem};
    case Role::kTreeItem:
      return std::vector{control::kTreeItem};
    case Role::kTextbox:
      return std::vector{control::kEdit, control::kDocument};
    // A page's word alone.
    case Role::kSearchbox:
    case Role::kSwitch:
      return std::vector<int>();
    default:
      return std::nullopt;
  }
}

}  // namespace surehand::uia
