#include "ax/roles.h"

namespace axsim {
namespace {

AxRole top_level(const World& world, const Node& node) {
  switch (node.role) {
    case Role::kWindow:
      return {"AXWindow", "AXStandardWindow"};
    case Role::kDialog:
    case Role::kAlertDialog:
      if (world.modality_of(node) == surehand::Modality::kOwner) return {"AXSheet", ""};
      return {"AXWindow", "AXDialog"};
    case Role::kAlert:
      return {"AXWindow", "AXSystemDialog"};
    case Role::kMenu:
      return {"AXMenu", ""};
    case Role::kTooltip:
      return {"AXHelpTag", ""};
    default:
      return {"AXWindow", "AXUnknown"};
  }
}

AxRole inner(const Node& node) {
  switch (node.role) {
    case Role::kWindow:
    case Role::kDialog:
      return {"AXGroup", "AXApplicationDialog"};
    case Role::kAlertDialog:
      return {"AXGroup", "AXApplicationAlertDialog"};
    case Role::kAlert:
      return {"AXGroup", "AXApplicationAlert"};
    case Role::kStatus:
      return {"AXGroup", "AXApplicationStatus"};
    case Role::kScrollArea:
      return {"AXScrollArea", ""};
    case Role::kScrollBar:
      return {"AXScrollBar", ""};
    case Role::kThumb:
      return {"AXValueIndicator", ""};
    case Role::kSeparator:
      return {"AXSplitter", ""};
    case Role::kText:
      return {"AXStaticText", ""};
    case Role::kImg:
    case Role::kCanvas:
    case Role::kFigure:
      return {"AXImage", ""};
    case Role::kButton:
      if (node.applies(State::kPressed)) return {"AXCheckBox", "AXToggle"};
      if (node.applies(State::kExpanded)) return {"AXDisclosureTriangle", ""};
      if (node.is(State::kHasPopup)) return {"AXMenuButton", ""};
      return {"AXButton", ""};
    case Role::kLink:
      return {"AXLink", ""};
    case Role::kCheckbox:
      return {"AXCheckBox", ""};
    case Role::kSwitch:
      return {"AXCheckBox", "AXSwitch"};
    case Role::kRadio:
      return {"AXRadioButton", ""};
    case Role::kRadioGroup:
      return {"AXRadioGroup", ""};
    case Role::kTextbox:
      if (node.is(State::kProtected)) return {"AXTextField", "AXSecureTextField"};
      return {node.is(State::kMultiline) ? "AXTextArea" : "AXTextField", ""};
    case Role::kSearchbox:
      return {"AXTextField", "AXSearchField"};
    case Role::kTerminal:
      return {"AXTextArea", ""};
    case Role::kCombobox:
      return {is_pop_up(node) ? "AXPopUpButton" : "AXComboBox", ""};
    case Role::kSlider:
      return {"AXSlider", ""};
    case Role::kSpinButton:
      return {"AXIncrementor", ""};
    case Role::kProgressBar:
      return {"AXProgressIndicator", ""};
    case Role::kMeter:
      return {"AXLevelIndicator", "AXMeter"};
    case Role::kTooltip:
      return {"AXGroup", "AXUserInterfaceTooltip"};
    case Role::kToolbar:
      return {"AXToolbar", ""};
    case Role::kMenuBar:
      return {"AXMenuBar", ""};
    case Role::kMenu:
    case Role::kMenuItem:
    case Role::kMenuItemCheckbox:
    case Role::kMenuItemRadio:
      if (node.parent && node.parent->role == Role::kMenuBar) return {"AXMenuBarItem", ""};
      return {"AXMenuItem", ""};
    case Role::kTabList:
      return {"AXTabGroup", ""};
    case Role::kTab:
      return {"AXRadioButton", "AXTabButton"};
    case Role::kTabPanel:
      return {"AXGroup", "AXTabPanel"};
    case Role::kList:
      return {"AXList", "AXContentList"};
    case Role::kListbox:
      return {"AXList", ""};
    case Role::kOption:
      if (node.parent && is_pop_up(*node.parent)) return {"AXMenuItem", ""};
      return {"AXStaticText", ""};
    case Role::kTree:
    case Role::kTreeGrid:
      return {"AXOutline", ""};
    case Role::kTreeItem:
      return {"AXRow", "AXOutlineRow"};
    case Role::kTable:
      return {"AXTable", ""};
    case Role::kGrid:
      return {"AXGrid", ""};
    case Role::kRow:
      return {"AXRow", "AXTableRow"};
    case Role::kColumn:
      return {"AXColumn", ""};
    case Role::kCell:
    case Role::kGridCell:
    case Role::kColumnHeader:
    case Role::kRowHeader:
      return {"AXCell", ""};
    case Role::kDocument:
      return {"AXWebArea", ""};
    case Role::kHeading:
      return {"AXHeading", ""};
    case Role::kApplication:
      return {"AXGroup", "AXWebApplication"};
    case Role::kArticle:
      return {"AXGroup", "AXDocumentArticle"};
    case Role::kNote:
      return {"AXGroup", "AXDocumentNote"};
    case Role::kMath:
      return {"AXGroup", "AXDocumentMath"};
    case Role::kRegion:
      return {"AXGroup", "AXLandmarkRegion"};
    case Role::kBanner:
      return {"AXGroup", "AXLandmarkBanner"};
    case Role::kComplementary:
      return {"AXGroup", "AXLandmarkComplementary"};
    case Role::kContentInfo:
      return {"AXGroup", "AXLandmarkContentInfo"};
    case Role::kForm:
      return {"AXGroup", "AXLandmarkForm"};
    case Role::kMain:
      return {"AXGroup", "AXLandmarkMain"};
    case Role::kNavigation:
      return {"AXGroup", "AXLandmarkNavigation"};
    case Role::kSearch:
      return {"AXGroup", "AXLandmarkSearch"};
    case Role::kCode:
      return {"AXGroup", "AXCodeStyleGroup"};
    case Role::kTerm:
      return {"AXGroup", "AXTerm"};
    case Role::kDefinition:
      return {"AXGroup", "AXDefinition"};
    case Role::kTime:
      return {"AXGroup", "AXTimeGroup"};
    case Role::kTimer:
      return {"AXGroup", "AXApplicationTimer"};
    case Role::kLog:
      return {"AXGroup", "AXApplicationLog"};
    default:
      return {"AXGroup", ""};
  }
}

}  // namespace

bool is_window(const Node& node) { return node.parent == nullptr; }

bool is_in_menu_bar(const Node& node) {
  for (const Node* at = &node; at; at = at->parent) {
    if (at->role == Role::kMenuBar) return true;
  }
  return false;
}

bool is_pop_up(const Node& node) { return node.role == Role::kCombobox && !node.is(State::kEditable); }

bool opens_menu(const Node& node) {
  if (is_pop_up(node)) return true;
  const bool entry = node.role == Role::kMenuItem || (node.role == Role::kMenu && node.parent);
  return entry && !node.children.empty();
}

AxRole ax_role(const World& world, const Node& node) {
  const std::string said = node.text(TextField::kPlatformRole).value_or("");
  if (said.rfind("AX", 0) == 0) {
    const size_t slash = said.find('/');
    return {said.substr(0, slash), slash == std::string::npos ? "" : said.substr(slash + 1)};
  }
  return is_window(node) ? top_level(world, node) : inner(node);
}

}  // namespace axsim
