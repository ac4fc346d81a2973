#include <cstdlib>

#include "ax/attributes.h"
#include "cf/number.h"
#include "cf/string.h"
#include "platform/simulated/world/behaviour.h"
#include "platform/simulated/world/roles.h"

namespace axsim {
namespace {

using surehand::Action;
using surehand::ActionKind;
using surehand::simulated::takes_number;

bool is_checked_by_value(const Subject& s) {
  return s.has_role({"AXCheckBox", "AXRadioButton", "AXDisclosureTriangle"});
}
bool is_field(const Subject& s) { return s.has_role({"AXTextField", "AXTextArea", "AXComboBox"}); }
bool is_number(const Subject& s) {
  return s.has_role(
      {"AXSlider", "AXIncrementor", "AXScrollBar", "AXProgressIndicator", "AXLevelIndicator", "AXValueIndicator"});
}
bool is_heading(const Subject& s) { return s.has_role({"AXHeading"}); }

const std::string* attribute_of(const Node& node, std::string_view name) {
  for (const auto& [key, value] : node.attributes()) {
    if (key == name) return &value;
  }
  return nullptr;
}

bool has_value(const Subject& s) {
  return is_checked_by_value(s) || is_field(s) || is_number(s) || is_heading(s) ||
         s.has_role({"AXStaticText", "AXPopUpButton", "AXTabGroup"}) || s.at.place.part == Part::kRowText ||
         (s.is_node && s.node->text(TextField::kValue).has_value());
}

int64_t tri_state(const Subject& s) {
  const Node& node = *s.node;
  if (s.role.role == "AXDisclosureTriangle") return node.is(State::kExpanded) ? 1 : 0;
  const State state = node.applies(State::kPressed) ? State::kPressed
                      : node.role == Role::kTab     ? State::kSelected
                                                    : State::kChecked;
  const uint32_t mixed = surehand::mixed_bit(state);
  if (mixed != 0 && (node.states().on & mixed) != 0) return 2;
  return node.is(state) ? 1 : 0;
}

Held value(const Subject& s) {
  if (s.at.place.part == Part::kRowText) return text("Row " + std::to_string(s.at.place.index));
  const Node& node = *s.node;
  const auto& own = node.text(TextField::kValue);
  if (s.role.role == "AXStaticText") return text(node.text(TextField::kName).value_or(own.value_or("")));
  if (is_checked_by_value(s)) return number(tri_state(s));
  if (is_heading(s)) {
    const auto* level = attribute_of(node, "level");
    return number(static_cast<int64_t>(level ? std::strtol(level->c_str(), nullptr, 10) : 1));
  }
  if (s.role.role == "AXTabGroup") {
    for (const auto& tab : node.children) {
      if (tab->present && tab->role == Role::kTab && tab->is(State::kSelected)) return element(s.at.of(*tab));
    }
    return {};
  }
  if (is_number(s)) {
    if (!own) return s.role.role == "AXProgressIndicator" ? Held() : number(int64_t{0});
    const double said = std::strtod(own->c_str(), nullptr);
    return number(said);
  }
  // Dots, as many as there are characters.
  if (s.role.subrole == "AXSecureTextField") {
    std::string dots;
    for (const char byte : own.value_or("")) {
      if ((static_cast<unsigned char>(byte) & 0xC0) != 0x80) dots += "\xE2\x80\xA2";
    }
    return text(dots);
  }
  if (own) return text(*own);
  return is_field(s) ? text("") : Held();
}

bool can_set(const Subject& s) {
  if (!s.is_node) return false;
  if (is_field(s)) return surehand::simulated::can_edit(*s.node);
  return takes_number(s.node->role) && s.node->is(State::kEnabled) && !s.node->is(State::kReadonly);
}

AXError set_value(Subject& s, CFTypeRef given) {
  if (is_field(s)) {
    if (!is_a(given, Object::Type::kString)) return kAXErrorIllegalArgument;
    if (!can_set(s)) return kAXErrorFailure;
    Action action{ActionKind::kSetText, {}, utf8_of(static_cast<CFStringRef>(given), "AXValue"), 0, 0, 0};
    return perform(s, action, kAXErrorAttributeUnsupported);
  }
  if (!takes_number(s.node->role)) return kAXErrorAttributeUnsupported;
  if (!is_a(given, Object::Type::kNumber)) return kAXErrorIllegalArgument;
  if (!can_set(s)) return kAXErrorFailure;
  double wanted = 0;
  CFNumberGetValue(static_cast<CFNumberRef>(given), kCFNumberDoubleType, &wanted);
  return perform(s, Action{ActionKind::kSetValue, {}, {}, wanted, 0, 0}, kAXErrorAttributeUnsupported);
}

bool has_range(const Subject& s) {
  return s.has_role({"AXSlider", "AXIncrementor", "AXProgressIndicator", "AXLevelIndicator"});
}

bool is_menu_check(const Subject& s) {
  return s.is_node && (s.node->role == Role::kMenuItemCheckbox || s.node->role == Role::kMenuItemRadio);
}

// Command where the world says Control: its shortcuts are written as on other systems.
Held menu_character(const Subject& s) {
  const auto& shortcut = s.node->text(TextField::kShortcut);
  if (!shortcut) return {};
  const size_t plus = shortcut->rfind('+');
  std::string key = plus == std::string::npos ? *shortcut : shortcut->substr(plus + 1);
  if (key.size() == 1 && key[0] >= 'a' && key[0] <= 'z') key[0] = static_cast<char>(key[0] - 'a' + 'A');
  return key.size() == 1 ? text(key) : Held();
}

// 1 shift, 2 option, 4 control, 8 no command.
Held menu_modifiers(const Subject& s) {
  const auto& shortcut = s.node->text(TextField::kShortcut);
  if (!shortcut) return number(int64_t{0});
  int64_t bits = 0;
  bool command = false;
  const auto has = [&](const char* name) { return shortcut->find(name) != std::string::npos; };
  if (has("Shift+")) bits |= 1;
  if (has("Alt+")) bits |= 2;
  if (has("Control+")) bits |= 4;
  if (has("Meta+")) command = true;
  if (!command) bits |= 8;
  return number(bits);
}

bool is_menu_entry(const Subject& s) { return s.has_role({"AXMenuItem", "AXMenuBarItem"}); }

}  // namespace

const std::vector<Attribute>& value_attributes() {
  static const std::vector<Attribute> list = {
      {"AXValue", has_value, value, can_set, set_value},
      {"AXPlaceholderValue", is_field,
       [](const Subject& s) {
         const auto& said = s.node->text(TextField::kPlaceholder);
         return said ? text(*said) : Held();
       }},
      {"AXMinValue", has_range, [](const Subject& s) { return number(s.node->minimum); }},
      {"AXMaxValue", has_range, [](const Subject& s) { return number(s.node->maximum); }},
      {"AXValueIncrement", has_range, [](const Subject&) { return number(int64_t{1}); }},
      {"AXOrientation",
       [](const Subject& s) {
         return s.has_role({"AXSlider", "AXScrollBar", "AXSplitter"});
       },
       [](const Subject& s) {
         const auto* said = attribute_of(*s.node, "orientation");
         return text(said && *said == "vertical" ? "AXVerticalOrientation" : "AXHorizontalOrientation");
       }},
      {"AXMenuItemMarkChar", is_menu_check,
       [](const Subject& s) { return s.node->is(State::kChecked) ? text("\xE2\x9C\x93") : Held(); }},
      {"AXMenuItemCmdChar", is_menu_entry, menu_character},
      {"AXMenuItemCmdModifiers", is_menu_entry, menu_modifiers},
      {"AXURL", [](const Subject& s) { return s.has_role({"AXLink"}); }, [](const Subject&) { return Held(); }},
  };
  return list;
}

}  // namespace axsim
