#include "ax/actions.h"

#include <algorithm>
#include <cstdlib>

#include "platform/simulated/world/behaviour.h"
#include "platform/simulated/world/roles.h"

namespace axsim {
namespace {

using surehand::Action;
using surehand::ActionKind;
using surehand::InputStep;

bool is_row(const Subject& s) { return s.has_role({"AXRow", "AXCell"}); }

bool is_default_action(std::string_view name) {
  return name == "press" || name == "click" || name == "activate" || name == "jump" || name == "toggle";
}

bool scrolls_into_view(const Node& node) {
  for (const Node* at = node.parent; at && at->parent; at = at->parent) {
    if (at->role == Role::kScrollArea || at->role == Role::kList || at->role == Role::kListbox ||
        at->role == Role::kDocument || at->role == Role::kTree || at->role == Role::kTable) {
      return true;
    }
  }
  return false;
}

Action simple(ActionKind kind) { return Action{kind, {}, {}, 0, 0, 0}; }

AXError press_part(Subject& s) {
  World& world = s.world();
  Node& window = *s.node;
  switch (s.at.place.part) {
    case Part::kCloseButton:
      surehand::simulated::close_window(world, window);
      return kAXErrorSuccess;
    case Part::kMinimizeButton:
      window.minimize(true);
      world.touched();
      return kAXErrorSuccess;
    case Part::kZoomButton: {
      surehand::Arrangement arrangement{};
      arrangement.kind =
          window.restored ? surehand::Arrangement::Kind::kRestore : surehand::Arrangement::Kind::kMaximize;
      world.arrange(window, arrangement);
      return kAXErrorSuccess;
    }
    default:
      return kAXErrorActionUnsupported;
  }
}

// By how much a control goes up and down.
AXError step(Subject& s, double by) {
  const double now = std::strtod(s.node->value().c_str(), nullptr);
  Action action = simple(ActionKind::kSetValue);
  action.number = std::clamp(now + by, s.node->minimum, std::max(s.node->minimum, s.node->maximum));
  return perform(s, action, kAXErrorActionUnsupported);
}

AXError confirm(Subject& s) {
  World& world = s.world();
  world.focus(s.node);
  surehand::InputSent sent;
  for (const auto kind : {InputStep::Kind::kKeyDown, InputStep::Kind::kKeyUp}) {
    InputStep enter;
    enter.kind = kind;
    enter.key = "Enter";
    static_cast<void>(s.at.desktop->input.send(enter, 0, sent));
  }
  return kAXErrorSuccess;
}

}  // namespace

std::vector<std::string> action_names(const Subject& s) {
  std::vector<std::string> names;
  if (s.at.place.part == Part::kMenu) return {"AXCancel"};
  if (!s.is_node) {
    const auto part = s.at.place.part;
    const bool is_button = part == Part::kCloseButton || part == Part::kMinimizeButton || part == Part::kZoomButton;
    return is_button ? std::vector<std::string>{"AXPress"} : names;
  }
  if (s.is_window()) return {"AXRaise"};
  const Node& node = *s.node;
  const bool is_field = s.has_role({"AXTextField", "AXTextArea", "AXComboBox"});
  const bool is_entry = s.has_role({"AXMenuItem", "AXMenuBarItem"});
  if (!is_row(s) && (surehand::simulated::is_pressable(node) || is_entry) && (!is_field || node.has_on("press"))) {
    names.emplace_back("AXPress");
  }
  if (is_entry) names.insert(names.end(), {"AXPick", "AXCancel"});
  if (is_field) names.emplace_back("AXConfirm");
  if (node.has_on("showMenu") || node.is(State::kHasPopup) || is_field || is_pop_up(node)) {
    names.emplace_back("AXShowMenu");
  }
  if (surehand::simulated::takes_number(node.role)) names.insert(names.end(), {"AXIncrement", "AXDecrement"});
  if (scrolls_into_view(node)) names.emplace_back("AXScrollToVisible");
  for (const auto& name : node.actions) {
    if (!is_default_action(name)) names.push_back(name);
  }
  return names;
}

AXError do_action(Subject& s, std::string_view action) {
  const auto names = action_names(s);
  if (std::find(names.begin(), names.end(), action) == names.end()) return kAXErrorActionUnsupported;
  if (s.at.place.part == Part::kMenu) {
    s.node->set(State::kExpanded, false);
    s.world().touched();
    return kAXErrorSuccess;
  }
  if (!s.is_node) return press_part(s);
  if (action == "AXRaise") {
    // In front of the application's others; the application stays where it is.
    const Node* active = s.world().active_window();
    if (active && active->app == s.at.app) s.world().raise(*s.node);
    return kAXErrorSuccess;
  }
  if (action == "AXPress" || action == "AXPick")
    return perform(s, simple(ActionKind::kPress), kAXErrorActionUnsupported);
  if (action == "AXShowMenu") {
    if (is_pop_up(*s.node)) return perform(s, simple(ActionKind::kExpand), kAXErrorActionUnsupported);
    if (!s.node->has_on("showMenu") && !s.node->is(State::kHasPopup)) return kAXErrorSuccess;
    return perform(s, simple(ActionKind::kShowMenu), kAXErrorActionUnsupported);
  }
  if (action == "AXScrollToVisible") {
    return perform(s, simple(ActionKind::kScrollIntoView), kAXErrorActionUnsupported);
  }
  if (action == "AXIncrement") return step(s, 1);
  if (action == "AXDecrement") return step(s, -1);
  if (action == "AXConfirm") return confirm(s);
  if (action == "AXCancel") {
    for (Node* at = s.node; at; at = at->parent) {
      if (opens_menu(*at) && at->applies(State::kExpanded)) at->set(State::kExpanded, false);
    }
    s.world().touched();
    return kAXErrorSuccess;
  }
  Action named = simple(ActionKind::kNamed);
  named.name = action;
  return perform(s, named, kAXErrorActionUnsupported);
}

}  // namespace axsim
