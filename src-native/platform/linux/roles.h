#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/tree/role.h"
#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// AT-SPI's role numbers that the reading itself has to know.
namespace role {
inline constexpr uint32_t kAlert = 2;
inline constexpr uint32_t kCheckBox = 7;
inline constexpr uint32_t kCheckMenuItem = 8;
inline constexpr uint32_t kColorChooser = 9;
inline constexpr uint32_t kColumnHeader = 10;
inline constexpr uint32_t kComboBox = 11;
inline constexpr uint32_t kDial = 15;
inline constexpr uint32_t kDialog = 16;
inline constexpr uint32_t kFileChooser = 19;
inline constexpr uint32_t kFiller = 20;
inline constexpr uint32_t kFontChooser = 22;
inline constexpr uint32_t kFrame = 23;
inline constexpr uint32_t kIcon = 26;
inline constexpr uint32_t kLabel = 29;
inline constexpr uint32_t kList = 31;
inline constexpr uint32_t kListItem = 32;
inline constexpr uint32_t kMenu = 33;
inline constexpr uint32_t kMenuBar = 34;
inline constexpr uint32_t kMenuItem = 35;
inline constexpr uint32_t kPageTab = 37;
inline constexpr uint32_t kPanel = 39;
inline constexpr uint32_t kPasswordText = 40;
inline constexpr uint32_t kPopupMenu = 41;
inline constexpr uint32_t kProgressBar = 42;
inline constexpr uint32_t kPushButton = 43;
inline constexpr uint32_t kRadioButton = 44;
inline constexpr uint32_t kRadioMenuItem = 45;
inline constexpr uint32_t kRootPane = 46;
inline constexpr uint32_t kRowHeader = 47;
inline constexpr uint32_t kScrollBar = 48;
inline constexpr uint32_t kScrollPane = 49;
inline constexpr uint32_t kSeparator = 50;
inline constexpr uint32_t kSlider = 51;
inline constexpr uint32_t kSpinButton = 52;
inline constexpr uint32_t kTable = 55;
inline constexpr uint32_t kTableCell = 56;
inline constexpr uint32_t kTableColumnHeader = 57;
inline constexpr uint32_t kTableRowHeader = 58;
inline constexpr uint32_t kTerminal = 60;
inline constexpr uint32_t kText = 61;
inline constexpr uint32_t kToggleButton = 62;
inline constexpr uint32_t kToolBar = 63;
inline constexpr uint32_t kTree = 65;
inline constexpr uint32_t kTreeTable = 66;
inline constexpr uint32_t kWindow = 69;
inline constexpr uint32_t kParagraph = 73;
inline constexpr uint32_t kApplication = 75;
inline constexpr uint32_t kEntry = 79;
inline constexpr uint32_t kDocumentFrame = 82;
inline constexpr uint32_t kHeading = 83;
inline constexpr uint32_t kTableRow = 90;
inline constexpr uint32_t kTreeItem = 91;
inline constexpr uint32_t kDocumentWeb = 95;
inline constexpr uint32_t kListBox = 98;
inline constexpr uint32_t kLevelBar = 103;
inline constexpr uint32_t kLandmark = 110;
inline constexpr uint32_t kStatic = 116;
inline constexpr uint32_t kSwitch = 130;
}  // namespace role

// AT-SPI's own name of a role number (`push button`); `unknown` for numbers it does not have.
std::string_view role_name(uint32_t number);

Role role_of(uint32_t number);
// The role that a web page gave with `role=`, where AT-SPI's is coarser (a landmark's kind, a switch).
Role refined_role(Role role, std::string_view xml_roles);
constexpr bool may_be_refined(uint32_t number) { return number == role::kLandmark || number == role::kToggleButton; }

// A dialog, or what one is made of: GTK 3 calls both that, Swing the latter.
constexpr bool is_chooser(uint32_t number) {
  return number == role::kFileChooser || number == role::kColorChooser || number == role::kFontChooser;
}

// Whether its value is a number between two others. Others have the Value interface as well: split panes, Calc's cells.
constexpr bool has_range(uint32_t number) {
  return number == role::kSlider || number == role::kSpinButton || number == role::kScrollBar ||
         number == role::kProgressBar || number == role::kDial || number == role::kLevelBar;
}

// Whether a number that it has is its value. LibreOffice's and Swing's buttons and check boxes have one that repeats their states, and
// LibreOffice's separators one that means nothing; one that divides a page and can be moved takes the focus.
bool number_is_value(uint32_t role_number, uint64_t states);

// Whether what an element says is its value; otherwise it may be its name.
bool text_is_value(uint32_t role_number, uint64_t states);

// The numbers of all AT-SPI roles that mean `role`, or may once they are refined or it is known what they are in.
std::vector<uint32_t> numbers_of(Role role);

}  // namespace surehand::atspi
