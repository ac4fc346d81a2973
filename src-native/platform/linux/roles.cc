#include "platform/linux/roles.h"

#include <array>

#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr std::string_view kRoleNames[] = {"invalid",
                                           "accelerator label",
                                           "alert",
                                           "animation",
                                           "arrow",
                                           "calendar",
                                           "canvas",
                                           "check box",
                                           "check menu item",
                                           "color chooser",
                                           "column header",
                                           "combo box",
                                           "date editor",
                                           "desktop icon",
                                           "desktop frame",
                                           "dial",
                                           "dialog",
                                           "directory pane",
                                           "drawing area",
                                           "file chooser",
                                           "filler",
                                           "focus traversable",
                                           "font chooser",
                                           "frame",
                                           "glass pane",
                                           "html container",
                                           "icon",
                                           "image",
                                           "internal frame",
                                           "label",
                                           "layered pane",
                                           "list",
                                           "list item",
                                           "menu",
                                           "menu bar",
                                           "menu item",
                                           "option pane",
                                           "page tab",
                                           "page tab list",
                                           "panel",
                                           "password text",
                                           "popup menu",
                                           "progress bar",
                                           "push button",
                                           "radio button",
                                           "radio menu item",
                                           "root pane",
                                           "row header",
                                           "scroll bar",
                                           "scroll pane",
                                           "separator",
                                           "slider",
                                           "spin button",
                                           "split pane",
                                           "status bar",
                                           "table",
                                           "table cell",
                                           "table column header",
                                           "table row header",
                                           "tearoff menu item",
                                           "terminal",
                                           "text",
                                           "toggle button",
                                           "tool bar",
                                           "tool tip",
                                           "tree",
                                           "tree table",
                                           "unknown",
                                           "viewport",
                                           "window",
                                           "extended",
                                           "header",
                                           "footer",
                                           "paragraph",
                                           "ruler",
                                           "application",
                                           "autocomplete",
                                           "editbar",
                                           "embedded",
                                           "entry",
                                           "chart",
                                           "caption",
                                           "document frame",
                                           "heading",
                                           "page",
                                           "section",
                                           "redundant object",
                                           "form",
                                           "link",
                                           "input method window",
                                           "table row",
                                           "tree item",
                                           "document spreadsheet",
                                           "document presentation",
                                           "document text",
                                           "document web",
                                           "document email",
                                           "comment",
                                           "list box",
                                           "grouping",
                                           "image map",
                                           "notification",
                                           "info bar",
                                           "level bar",
                                           "title bar",
                                           "block quote",
                                           "audio",
                                           "video",
                                           "definition",
                                           "article",
                                           "landmark",
                                           "log",
                                           "marquee",
                                           "math",
                                           "rating",
                                           "timer",
                                           "static",
                                           "math fraction",
                                           "math root",
                                           "subscript",
                                           "superscript",
                                           "description list",
                                           "description term",
                                           "description value",
                                           "footnote",
                                           "content deletion",
                                           "content insertion",
                                           "mark",
                                           "suggestion",
                                           "push button menu",
                                           "switch"};
constexpr uint32_t kRoles = std::size(kRoleNames);

Role role_for_name(std::string_view name) {
  // In a selector `text` is static text; AT-SPI calls a text field so.
  if (name == "text") return Role::kTextbox;
  return role_from_name(name).value_or(Role::kGeneric);
}

const std::array<Role, kRoles>& roles() {
  static const auto table = [] {
    std::array<Role, kRoles> made{};
    for (uint32_t i = 0; i < kRoles; ++i) made[i] = role_for_name(kRoleNames[i]);
    return made;
  }();
  return table;
}

}  // namespace

std::string_view role_name(uint32_t number) { return number < kRoles ? kRoleNames[number] : "unknown"; }

Role role_of(uint32_t number) { return number < kRoles ? roles()[number] : Role::kGeneric; }

bool is_refined(Role role) {
  switch (role) {
    case Role::kBanner:
    case Role::kComplementary:
    case Role::kContentInfo:
    case Role::kForm:
    case Role::kMain:
    case Role::kNavigation:
    case Role::kRegion:
    case Role::kSearch:
    case Role::kSwitch:
      return true;
    default:
      return false;
  }
}

Role refined_role(Role role, std::string_view xml_roles) {
  const std::string_view first = xml_roles.substr(0, xml_roles.find(' '));
  const std::optional<Role> named = first.empty() ? std::nullopt : role_from_name(first);
  return named && is_refined(*named) ? *named : role;
}

bool number_is_value(uint32_t role_number, uint64_t states) {
  switch (role_number) {
    case role::kPushButton:
    case role::kToggleButton:
    case role::kCheckBox:
    case role::kRadioButton:
    case role::kMenu:
    case role::kMenuItem:
    case role::kCheckMenuItem:
    case role::kRadioMenuItem:
      return false;
    case role::kSeparator:
      return (states & state::kFocusable) != 0;
    default:
      return true;
  }
}

bool text_is_value(uint32_t role_number, uint64_t states) {
  return (states & state::kEditable) != 0 || role_number == role::kText || role_number == role::kEntry ||
         role_number == role::kTerminal;
}

std::vector<uint32_t> numbers_of(Role role) {
  std::vector<uint32_t> numbers;
  for (uint32_t i = 0; i < kRoles; ++i) {
    const bool coarser = i == (role == Role::kSwitch ? role::kToggleButton : role::kLandmark);
    const bool by_place = role == Role::kGroup && is_chooser(i);
    if (roles()[i] == role || (coarser && is_refined(role)) || by_place) numbers.push_back(i);
  }
  return numbers;
}

}  // namespace surehand::atspi
