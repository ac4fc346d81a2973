#include "platform/macos/roles.h"

#include <algorithm>
#include <iterator>

namespace surehand::ax {

namespace {

struct Entry {
  std::string_view name;
  Role role;
};

constexpr Entry kSubroles[] = {
    {"AXApplicationAlert", Role::kAlert},
    {"AXSystemAlert", Role::kAlert},
    {"AXApplicationAlertDialog", Role::kAlertDialog},
    {"AXApplicationDialog", Role::kDialog},
    {"AXDialog", Role::kDialog},
    {"AXSystemDialog", Role::kDialog},
    {"AXApplicationStatus", Role::kStatus},
    {"AXApplicationLog", Role::kLog},
    {"AXApplicationTimer", Role::kTimer},
    {"AXApplicationGroup", Role::kGroup},
    {"AXDocument", Role::kDocument},
    {"AXDocumentArticle", Role::kArticle},
    {"AXDocumentNote", Role::kNote},
    {"AXDocumentMath", Role::kMath},
    {"AXLandmarkBanner", Role::kBanner},
    {"AXLandmarkComplementary", Role::kComplementary},
    {"AXLandmarkContentInfo", Role::kContentInfo},
    {"AXLandmarkForm", Role::kForm},
    {"AXLandmarkMain", Role::kMain},
    {"AXLandmarkNavigation", Role::kNavigation},
    {"AXLandmarkRegion", Role::kRegion},
    {"AXLandmarkSearch", Role::kSearch},
    {"AXTabPanel", Role::kTabPanel},
    {"AXTabButton", Role::kTab},
    {"AXUserInterfaceTooltip", Role::kTooltip},
    {"AXToggle", Role::kButton},
    {"AXToggleButton", Role::kButton},
    {"AXSwitch", Role::kSwitch},
    {"AXSearchField", Role::kSearchbox},
    {"AXSecureTextField", Role::kTextbox},
    {"AXOutlineRow", Role::kTreeItem},
    {"AXTableRow", Role::kRow},
    {"AXContentList", Role::kList},
    {"AXDefinitionList", Role::kList},
    {"AXDescriptionList", Role::kList},
    {"AXTerm", Role::kTerm},
    {"AXDefinition", Role::kDefinition},
    {"AXMeter", Role::kMeter},
    {"AXRatingIndicator", Role::kMeter},
    {"AXCodeStyleGroup", Role::kCode},
    {"AXTimeGroup", Role::kTime},
};

constexpr Entry kRoles[] = {
    {"AXApplication", Role::kApplication},
    {"AXWindow", Role::kWindow},
    {"AXDrawer", Role::kWindow},
    {"AXSheet", Role::kDialog},
    {"AXPopover", Role::kDialog},
    {"AXButton", Role::kButton},
    {"AXMenuButton", Role::kButton},
    {"AXPopUpButton", Role::kCombobox},
    {"AXComboBox", Role::kCombobox},
    {"AXCheckBox", Role::kCheckbox},
    {"AXRadioButton", Role::kRadio},
    {"AXRadioGroup", Role::kRadioGroup},
    {"AXTextField", Role::kTextbox},
    {"AXTextArea", Role::kTextbox},
    {"AXStaticText", Role::kText},
    {"AXLink", Role::kLink},
    {"AXImage", Role::kImg},
    {"AXHeading", Role::kHeading},
    {"AXList", Role::kListbox},
    {"AXTable", Role::kTable},
    {"AXGrid", Role::kGrid},
    {"AXOutline", Role::kTree},
    {"AXBrowser", Role::kTree},
    {"AXRow", Role::kRow},
    {"AXColumn", Role::kColumn},
    {"AXCell", Role::kCell},
    {"AXTabGroup", Role::kTabList},
    {"AXMenuBar", Role::kMenuBar},
    {"AXMenuBarItem", Role::kMenuItem},
    {"AXMenuItem", Role::kMenuItem},
    {"AXMenu", Role::kMenu},
    {"AXToolbar", Role::kToolbar},
    {"AXSlider", Role::kSlider},
    {"AXIncrementor", Role::kSpinButton},
    {"AXProgressIndicator", Role::kProgressBar},
    {"AXBusyIndicator", Role::kProgressBar},
    {"AXLevelIndicator", Role::kMeter},
    {"AXRelevanceIndicator", Role::kMeter},
    {"AXScrollBar", Role::kScrollBar},
    {"AXValueIndicator", Role::kThumb},
    {"AXSplitter", Role::kSeparator},
    {"AXScrollArea", Role::kScrollArea},
    {"AXDisclosureTriangle", Role::kButton},
    {"AXColorWell", Role::kButton},
    {"AXDateField", Role::kTextbox},
    {"AXTimeField", Role::kTextbox},
    {"AXHelpTag", Role::kTooltip},
    {"AXDockItem", Role::kButton},
    {"AXWebArea", Role::kDocument},
    {"AXGroup", Role::kGroup},
    {"AXRadioGroup", Role::kRadioGroup},
};

template <size_t N>
const Entry* find(const Entry (&table)[N], std::string_view name) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const Entry& each) { return each.name == name; });
  return found == std::end(table) ? nullptr : found;
}

}  // namespace

Role role_of(std::string_view role, std::string_view subrole) {
  if (const Entry* by_subrole = find(kSubroles, subrole)) return by_subrole->role;
  if (const Entry* by_role = find(kRoles, role)) return by_role->role;
  return Role::kGeneric;
}

}  // namespace surehand::ax
