#include "platform/linux/invoke/press.h"

#include <algorithm>
#include <vector>

#include "platform/linux/invoke/action_names.h"
#include "platform/linux/invoke/menu_bar_grab.h"
#include "platform/linux/invoke/selection.h"
#include "platform/linux/invoke/swing_menu.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/quirks/quick.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {

namespace {

constexpr int32_t kMostActions = 256;

bool is_toggle(uint32_t number) {
  switch (number) {
    case role::kCheckBox:
    case role::kCheckMenuItem:
    case role::kRadioButton:
    case role::kRadioMenuItem:
    case role::kToggleButton:
    case role::kSwitch:
    case role::kTableCell:  // its `toggle` action says whether it has a check mark
      return true;
    default:
      return false;
  }
}

std::string purpose(ActionKind kind) {
  switch (kind) {
    case ActionKind::kShowMenu:
      return "show its menu";
    default:
      return std::string(to_string(kind)) + " it";
  }
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "`" : ", `") + name + "`";
  return text;
}

Result<std::vector<std::string>> action_names(Invocation& invocation) {
  std::vector<std::string> names;
  if (!invocation.facts().has(Interface::kAction)) return names;
  auto count = invocation.property<int32_t>(invocation.object(), Property::kActionCount, "i",
                                            [](dbus::Reader& reader) { return reader.i32(); });
  if (!count) return count.take_error();
  const int32_t most = std::clamp(count->value_or(0), 0, kMostActions);
  names.resize(static_cast<size_t>(most));
  // GetActions would be one call, but Chromium and Firefox leave the names out of its answer.
  dbus::Connection::Pipeline pipeline(invocation.session().bus);
  pipeline.on_reply([&](uint64_t index, const dbus::Reply& reply) {
    if (reply.is_reply()) names[index] = reply.body().string();
  });
  for (int32_t i = 0; i < most; ++i) {
    auto asked = pipeline.push(invocation.caller().with_index(invocation.object(), Method::kGetActionName, i),
                               static_cast<uint64_t>(i), invocation.limits());
    if (!asked) return invocation.silent(asked.take_error());
  }
  if (auto answered = pipeline.drain(invocation.limits()); !answered) return invocation.silent(answered.take_error());
  return names;
}

Result<Dispatch> do_action(Invocation& invocation, size_t index, const std::string& name) {
  if (auto ready = invocation.session().presses.wait_for(invocation.object(), invocation.application().toolkit,
                                                         invocation.limits());
      !ready) {
    return ready.take_error();
  }
  auto done = invocation.dispatch_bool(
      invocation.caller().with_index(invocation.object(), Method::kDoAction, static_cast<int32_t>(index)),
      Route::kAction, name);
  invocation.session().presses.note(invocation.object(), invocation.application().toolkit);
  if (!done) return done.take_error();
  if (!*done) return invocation.unsupported("do `" + name + "` at present; the application declined it");
  return Dispatch{Route::kAction, name, false};
}

Result<std::vector<std::string>> shown_action_names(Invocation& invocation) {
  std::vector<std::string> names;
  // WebKitGTK never answers.
  if (has_library(invocation.application().pid, {"libwebkit2gtk"})) return names;
  SUREHAND_TRY(reply, invocation.read(invocation.caller().method(invocation.object(), Method::kGetActions)));
  if (!reply->is_reply()) return names;
  dbus::Reader reader = reply->body();
  for (auto actions = reader.begin_array(8); reader.more(actions);) {
    reader.begin_struct();
    names.emplace_back(reader.string());
    reader.string();
    reader.string();
  }
  return names;
}

bool is_entry(uint32_t number) {
  return number == role::kMenuItem || number == role::kCheckMenuItem || number == role::kRadioMenuItem;
}

// An entry may do what it is for and leave its menu open, with the keyboard and the pointer in its grasp. Openers of
// submenus are to leave it open. Of closed menus the entries say that they show; the menu tells.
Result<bool> leaves_its_menu_open(Invocation& invocation, const std::vector<std::string>& names) {
  const ToolkitTraits& traits = invocation.application().traits();
  // Where a click would miss the entry, its menu is closed by other means (invoke/swing_menu.h).
  if (!traits.actions_leave_menu_open || traits.misplaces_menu_entries || !is_entry(invocation.facts().role))
    return false;
  if (std::find(names.begin(), names.end(), "ShowMenu") != names.end()) return false;
  SUREHAND_TRY(parent, invocation.parent_of(invocation.object()));
  if (!*parent) return false;
  SUREHAND_TRY(menu, invocation.learn(**parent));
  return menu->role != role::kMenuBar && menu->is(state::kShowing);
}

// The action of an item has the list of its combo box point at it, and chooses nothing.
Result<bool> only_points_at(Invocation& invocation) {
  if (!invocation.application().traits().combo_lists_do_not_choose || invocation.facts().role != role::kLabel)
    return false;
  SUREHAND_TRY(list, invocation.parent_of(invocation.object()));
  if (!*list) return false;
  SUREHAND_TRY(combo, combo_box_of_list(invocation, **list));
  return combo->has_value();
}

// A group box of Qt's that can be checked is a check box, too. A click on it would go to what lies in its middle.
Result<bool> holds_others(Invocation& invocation) {
  if (invocation.facts().role != role::kCheckBox) return false;
  SUREHAND_TRY(children, invocation.children_of(invocation.object()));
  if (children->empty()) return false;
  SUREHAND_TRY(first, invocation.learn(children->front()));
  return first->role != role::kMenu && first->role != role::kPopupMenu;
}

// Where the pointer can be sent to places.
bool can_be_clicked(Invocation& invocation) {
  return invocation.session().screen->sees_windows(invocation.limits()).ok();
}

// A Wayland client may open a popup only in answer to input. Qt makes a window of one that an action opens, which sway puts in the middle
// of the screen, or opens one that the compositor does not show (quirks.md). Where the pointer can be sent to places, a click opens it.
bool opens_popup_without_input(Invocation& invocation, ActionKind kind, const std::vector<std::string>& names) {
  const uint32_t role = invocation.facts().role;
  const bool is_menu = is_entry(role) && std::find(names.begin(), names.end(), "ShowMenu") != names.end();
  if (kind == ActionKind::kCollapse || !(role == role::kComboBox || is_menu)) return false;
  return invocation.application().traits().tells_places_of_popups && !invocation.session().screen->tells_popups() &&
         can_be_clicked(invocation);
}

}  // namespace

Result<Dispatch> act(Invocation& invocation, ActionKind kind) {
  SUREHAND_TRY(names, action_names(invocation));
  const bool presses = kind == ActionKind::kPress || kind == ActionKind::kToggle;
  if (presses && acts_unheard(invocation.application().toolkit, invocation.application().pid, *names) &&
      can_be_clicked(invocation)) {
    SUREHAND_TRY(holds, holds_others(invocation));
    if (!*holds) return invocation.unsupported(purpose(kind) + " and have its program hear of it, as a click does");
  }
  if (opens_popup_without_input(invocation, kind, *names))
    return invocation.unsupported(purpose(kind) + " and have its popup placed, as a click does");
  const auto chosen =
      choose_action(kind, *names, invocation.facts().role, invocation.facts().has(Interface::kEditableText),
                    invocation.application().traits());
  if (!chosen) {
    const std::string what =
        purpose(kind) + (names->empty() ? "; it has no actions" : "; its actions are " + joined(*names));
    return invocation.unsupported(what);
  }
  SUREHAND_TRY(points, only_points_at(invocation));
  if (*points) return invocation.unsupported(purpose(kind) + " and have its combo box take it, as a click does");
  SUREHAND_TRY(stays, leaves_its_menu_open(invocation, *names));
  if (*stays) return invocation.unsupported(purpose(kind) + " and have its open menu closed, as a click does");
  SUREHAND_TRY(swing, swing_menu_bar(invocation));
  const auto press = [&] { return do_action(invocation, *chosen, (*names)[*chosen]); };
  auto done = press();
  if (done) keep_menu_of_bar(invocation, [&] { (void)press(); });
  if (done && *swing) close_swing_menus(invocation, **swing);
  return done;
}

Result<Dispatch> named(Invocation& invocation, const std::string& wanted) {
  SUREHAND_TRY(names, action_names(invocation));
  auto found = std::find(names->begin(), names->end(), wanted);
  if (found == names->end()) {
    // Some toolkits tell a translated name when they are asked for all at once, which is what a tree shows.
    SUREHAND_TRY(shown, shown_action_names(invocation));
    const auto index = std::find(shown->begin(), shown->end(), wanted) - shown->begin();
    if (static_cast<size_t>(index) < std::min(shown->size(), names->size())) found = names->begin() + index;
  }
  if (found == names->end()) {
    json::Array offered(names->begin(), names->end());
    return invocation.unsupported(
        "do `" + wanted + "`" + (names->empty() ? "; it has no actions" : "; its actions are " + joined(*names)),
        json::Object{{"actions", std::move(offered)}});
  }
  return do_action(invocation, static_cast<size_t>(found - names->begin()), *found);
}

Result<Dispatch> toggle(Invocation& invocation) {
  constexpr uint64_t kAnswers = state::kChecked | state::kPressed | state::kIndeterminate;
  // Pressing is how most are toggled; what has no such state must not be pressed for it.
  const bool toggles = is_toggle(invocation.facts().role) || invocation.facts().is(state::kCheckable | kAnswers);
  if (!toggles) return invocation.unsupported("toggle it");
  return act(invocation, ActionKind::kToggle);
}

Result<Dispatch> expand(Invocation& invocation, bool on) {
  if (!invocation.facts().is(state::kExpandable | state::kExpanded))
    return invocation.unsupported(on ? "expand it" : "collapse it");
  if (invocation.facts().is(state::kExpanded) == on) return Dispatch{Route::kNone, "it was so already"};
  return act(invocation, on ? ActionKind::kExpand : ActionKind::kCollapse);
}

}  // namespace surehand::atspi
