#include "platform/linux/invoke/menu_bar_grab.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr Milliseconds kPause(10);
// An entry that is open for so long was not left for another.
constexpr Milliseconds kRests(100);
// What has opened nothing for so long opens nothing.
constexpr Milliseconds kOpens(250);
constexpr Milliseconds kMost(500);
constexpr int kMostPresses = 2;

// The bar that an entry is in, if it is in one.
std::optional<ObjectName> bar_of(Invocation& invocation) {
  if (invocation.facts().role != role::kMenu && invocation.facts().role != role::kMenuItem) return std::nullopt;
  auto parent = invocation.parent_of(invocation.object());
  if (!parent || !*parent) return std::nullopt;
  const auto facts = invocation.learn(**parent);
  return facts && facts->role == role::kMenuBar ? std::move(*parent) : std::nullopt;
}

bool is_selected(Invocation& invocation, const Object& object) {
  const auto states = invocation.states_now(object);
  return states && (*states & state::kSelected) != 0;
}

bool is_any_selected(Invocation& invocation, const ObjectName& bar) {
  const auto entries = invocation.children_of(bar);
  return entries && std::any_of(entries->begin(), entries->end(),
                                [&](const ObjectName& entry) { return is_selected(invocation, entry); });
}

}  // namespace

void keep_menu_of_bar(Invocation& invocation, const std::function<void()>& press) {
  if (!invocation.application().traits().bar_opens_under_pointer) return;
  // On X11 the pointer is where it is.
  if (invocation.session().screen->clients_know_their_place()) return;
  const auto bar = bar_of(invocation);
  if (!bar) return;
  const Limits patience = invocation.limits().capped(kMost);
  int presses = 0;
  bool was_open = false;
  for (auto since = Clock::now(); !patience.expired() && !patience.cancelled();
       patience.sleep_until(Clock::now() + kPause)) {
    const bool is_open = is_selected(invocation, invocation.object());
    if (is_open != was_open) since = Clock::now();
    was_open = is_open;
    if (!is_open && presses < kMostPresses && is_any_selected(invocation, *bar)) {
      ++presses;
      press();
      since = Clock::now();
    }
    if (Clock::now() - since >= (is_open ? kRests : kOpens)) return;
  }
}

}  // namespace surehand::atspi
