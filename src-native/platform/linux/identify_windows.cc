#include "platform/linux/identify_windows.h"

#include <algorithm>
#include <utility>

#include "platform/linux/atspi/calls.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// How long a client may take to answer a ping: one that does not has not read the event either.
constexpr Milliseconds kPing{300};

bool is_of(const screen::ClientWindow& window, const ApplicationRecord& application) {
  return application.pid != 0 && window.pid == application.pid;
}

// The unsettled window of the display that has the focus, once its client has read that it has; kNone when there is none.
screen::WindowId focused_unsettled(Session& session, const IdentifiedWindows& found, const Limits& limits) {
  for (size_t j = 0; j < found.clients.size(); ++j) {
    if (!found.pairs.unsettled_clients[j] || !found.clients[j].active) continue;
    const screen::WindowId window = found.clients[j].id;
    return session.screen->has_read_its_events(window, kPing, limits) ? window : screen::kNoWindow;
  }
  return screen::kNoWindow;
}

// Whether the unsettled windows say that they have the focus, asked now. False when that is not known of all of them.
bool ask_focus(Session& session, const ApplicationRecord& application, const WindowPairs& pairs,
               std::vector<SaidWindow>& said, const Limits& limits) {
  Caller caller;
  for (size_t i = 0; i < said.size(); ++i) {
    said[i].active = false;
    if (!pairs.said[i].unsettled) continue;
    const ObjectName window = object_named(said[i].identity, application.key);
    const auto reply = session.bus->call(caller.method(window, Method::kGetState), limits.capped(kPing));
    if (!reply || !reply->is_reply()) return false;
    dbus::Reader reader = reply->body();
    said[i].active = (read_states(reader) & state::kActive) != 0;
  }
  return true;
}

}  // namespace

std::vector<screen::ClientWindow> windows_of(Session& session, const ApplicationRecord& application,
                                             const Limits& limits) {
  std::vector<screen::ClientWindow> own;
  auto all = session.screen->windows(limits);
  if (!all) return own;
  for (screen::ClientWindow& window : *all) {
    if (!window.unmanaged && is_of(window, application)) own.push_back(std::move(window));
  }
  return own;
}

IdentifiedWindows identify_windows(Session& session, const ApplicationRecord& application, std::vector<SaidWindow> said,
                                   const Limits& limits) {
  for (SaidWindow& each : said) each.bound = session.window_book.bound(application.key, each.identity);
  IdentifiedWindows found;
  found.clients = windows_of(session, application, limits);
  found.pairs = pair_windows(said, found.clients, false);
  if (found.pairs.any_unsettled()) {
    const screen::WindowId focused = focused_unsettled(session, found, limits);
    const bool asked = focused != screen::kNoWindow && ask_focus(session, application, found.pairs, said, limits);
    if (asked) {
      // It may have lost the focus meanwhile.
      auto now = windows_of(session, application, limits);
      const auto has_it = [&](const screen::ClientWindow& window) { return window.active && window.id == focused; };
      const bool still = std::any_of(now.begin(), now.end(), has_it);
      found.clients = std::move(now);
      found.pairs = pair_windows(said, found.clients, still);
    }
  }
  session.window_book.keep(application.key, said, found.clients, found.pairs);
  return found;
}

}  // namespace surehand::atspi
