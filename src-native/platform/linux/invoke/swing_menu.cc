#include "platform/linux/invoke/swing_menu.h"

#include <deque>
#include <utility>
#include <vector>

#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// A window holds a root pane, that a layered pane, that the menu bar; the layered pane holds open menus, too.
constexpr size_t kMostAsked = 12;
constexpr int kMostLevels = 16;

bool is_swing_entry(uint32_t number) {
  return number == role::kMenuItem || number == role::kCheckMenuItem || number == role::kRadioMenuItem ||
         number == role::kCheckBox || number == role::kRadioButton;
}

bool is_window(uint32_t number) { return number == role::kFrame || number == role::kDialog || number == role::kWindow; }

// The window that the entry is in, if a menu is on the way there: buttons and boxes of dialogs are entries of none.
Result<std::optional<ObjectName>> window_around(Invocation& invocation) {
  bool in_menu = false;
  std::optional<ObjectName> at =
      ObjectName{std::string(invocation.object().bus), std::string(invocation.object().path)};
  for (int level = 0; level < kMostLevels; ++level) {
    SUREHAND_TRY(parent, invocation.parent_of(*at));
    if (!*parent) return std::optional<ObjectName>();
    at = std::move(**parent);
    SUREHAND_TRY(facts, invocation.learn(*at));
    in_menu |= facts->role == role::kMenu || facts->role == role::kPopupMenu;
    if (is_window(facts->role)) return in_menu ? std::move(at) : std::optional<ObjectName>();
    if (!in_menu) return std::optional<ObjectName>();
  }
  return std::optional<ObjectName>();
}

}  // namespace

Result<std::optional<ObjectName>> swing_menu_bar(Invocation& invocation) {
  const Facts& facts = invocation.facts();
  const ToolkitTraits& traits = invocation.application().traits();
  if (!traits.actions_leave_menu_open || !traits.misplaces_menu_entries) return std::optional<ObjectName>();
  if (!is_swing_entry(facts.role) || !facts.is(state::kShowing)) return std::optional<ObjectName>();
  SUREHAND_TRY(window, window_around(invocation));
  if (!*window) return std::optional<ObjectName>();
  std::deque<ObjectName> asked{std::move(**window)};
  for (size_t count = 0; !asked.empty() && count < kMostAsked; ++count) {
    SUREHAND_TRY(children, invocation.children_of(asked.front()));
    asked.pop_front();
    for (ObjectName& child : *children) {
      auto learnt = invocation.learn(child);
      if (!learnt) continue;
      if (learnt->role == role::kMenuBar) return std::optional(std::move(child));
      asked.push_back(std::move(child));
    }
  }
  return std::optional<ObjectName>();
}

void close_swing_menus(Invocation& invocation, const Object& menu_bar) {
  if (menu_bar.bus != invocation.object().bus) return;
  (void)invocation.read(invocation.caller().method(menu_bar, Method::kClearSelection));
}

}  // namespace surehand::atspi
