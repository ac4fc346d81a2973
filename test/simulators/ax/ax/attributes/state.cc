#include "ax/attributes.h"
#include "cf/number.h"
#include "platform/simulated/world/roles.h"

namespace axsim {
namespace {

using surehand::Action;
using surehand::ActionKind;

bool is_part_button(const Subject& s) {
  return s.at.place.part == Part::kCloseButton || s.at.place.part == Part::kMinimizeButton ||
         s.at.place.part == Part::kZoomButton;
}

bool is_control(const Subject& s) { return (s.is_node && !s.is_window()) || is_part_button(s); }

Held enabled(const Subject& s) {
  for (const Node* at = s.node; at && at->parent; at = at->parent) {
    if (!at->is(State::kEnabled)) return truth(false);
  }
  return truth(true);
}

bool can_focus(const Subject& s) { return s.is_node && s.node->is(State::kFocusable) && s.node->is(State::kEnabled); }
bool has_focus(const Subject& s) { return s.is_node && (s.is_window() || s.node->is(State::kFocusable)); }

Held focused(const Subject& s) {
  if (!s.is_window()) return truth(s.world().focused() == s.node);
  return truth(s.world().active_window() == s.node);
}

AXError set_focused(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kBoolean)) return kAXErrorIllegalArgument;
  if (!CFBooleanGetValue(static_cast<CFBooleanRef>(value))) return kAXErrorSuccess;
  return perform(s, Action{ActionKind::kFocus, {}, {}, 0, 0, 0}, kAXErrorAttributeUnsupported);
}

bool can_select(const Subject& s) {
  return s.is_node && (s.node->applies(State::kSelected) || surehand::simulated::is_selectable(s.node->role)) &&
         s.node->role != Role::kTab;
}

AXError set_selected(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kBoolean)) return kAXErrorIllegalArgument;
  const bool on = CFBooleanGetValue(static_cast<CFBooleanRef>(value));
  return perform(s, Action{on ? ActionKind::kSelect : ActionKind::kDeselect, {}, {}, 0, 0, 0},
                 kAXErrorAttributeUnsupported);
}

bool is_outline_row(const Subject& s) { return s.is_node && s.role.subrole == "AXOutlineRow"; }
bool can_expand(const Subject& s) { return s.is_node && s.node->applies(State::kExpanded); }
bool has_expanded(const Subject& s) { return can_expand(s) && !is_in_menu_bar(*s.node) && !is_outline_row(s); }

Held expanded(const Subject& s) { return truth(s.node->is(State::kExpanded)); }

AXError set_expanded(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kBoolean)) return kAXErrorIllegalArgument;
  const bool on = CFBooleanGetValue(static_cast<CFBooleanRef>(value));
  return perform(s, Action{on ? ActionKind::kExpand : ActionKind::kCollapse, {}, {}, 0, 0, 0},
                 kAXErrorAttributeUnsupported);
}

template <State kState>
bool is_on(const Subject& s) {
  return s.is_node && s.node->is(kState);
}

}  // namespace

const std::vector<Attribute>& state_attributes() {
  static const std::vector<Attribute> list = {
      {"AXEnabled", is_control, enabled},
      {"AXFocused", has_focus, focused, can_focus, set_focused},
      {"AXSelected", can_select, [](const Subject& s) { return truth(s.node->is(State::kSelected)); }, can_select,
       set_selected},
      {"AXSelected", [](const Subject& s) { return s.at.place.part == Part::kRow; },
       [](const Subject&) { return truth(false); }},
      {"AXExpanded", has_expanded, expanded, can_expand, set_expanded},
      {"AXDisclosing", is_outline_row, expanded, can_expand, set_expanded},
      {"AXElementBusy", is_on<State::kBusy>, [](const Subject&) { return truth(true); }},
      {"AXRequired", is_on<State::kRequired>, [](const Subject&) { return truth(true); }},
      {"AXInvalid", is_on<State::kInvalid>, [](const Subject&) { return text("true"); }},
      {"AXVisited", [](const Subject& s) { return s.has_role({"AXLink"}); },
       [](const Subject& s) { return truth(s.node->is(State::kVisited)); }},
      {"AXPopupValue", is_on<State::kHasPopup>, [](const Subject&) { return text("menu"); }},
      {"AXIsMultiSelectable", is_on<State::kMultiselectable>, [](const Subject&) { return truth(true); }},
  };
  return list;
}

}  // namespace axsim
