#include "platform/linux/activate.h"

#include <algorithm>

#include "platform/linux/screen/window.h"
#include "platform/linux/windows.h"

namespace surehand::atspi {
namespace {

// A Wayland client learns from the compositor that it has the keyboard, and Qt asks once more before its window is active: a key that comes
// between is lost.
void wait_until_noticed(Session& session, const Element& element, const Limits& limits) {
  constexpr Milliseconds kMost(500), kPause(10);
  if (session.screen->clients_know_their_place()) return;
  const Limits patience = limits.capped(kMost);
  while (!patience.expired() && !patience.cancelled()) {
    const auto there = says_it_has_keyboard(session, element, patience);
    if (!there || *there) return;
    patience.sleep_until(Clock::now() + kPause);
  }
}

}  // namespace

Status bring_forward(Session& session, const Element& element, screen::WindowId window, const Limits& limits) {
  auto done = session.screen->activate(window, limits);
  if (done) wait_until_noticed(session, element, limits);
  return done;
}

Result<bool> says_it_has_keyboard(Session& session, const Element& window, const Limits& limits) {
  SUREHAND_TRY(kept, session.screen->keeps_keys(limits));
  if (!kept->empty()) return false;
  SUREHAND_TRY(windows, list_windows(session, window.app_key, limits));
  const auto is_meant = [&](const Window& each) { return each.element.identity == window.identity; };
  const bool listed = std::any_of(windows->begin(), windows->end(), is_meant);
  // A popup is no window of its own, and takes the keys of the one that has them.
  return std::any_of(windows->begin(), windows->end(),
                     [&](const Window& each) { return each.active && (!listed || is_meant(each)); });
}

Status activate_window(Session& session, const Element& element, const Limits& limits) {
  SUREHAND_TRY(window, displayed_window(session, element, limits, Telling::kMovingFocus));
  auto done = bring_forward(session, element, window->id, limits);
  return done ? done : done.take_error().maybe_sent();
}

}  // namespace surehand::atspi
