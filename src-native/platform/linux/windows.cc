#include "platform/linux/windows.h"

#include <algorithm>

#include "platform/linux/applications.h"
#include "platform/linux/identify_windows.h"
#include "platform/linux/identity.h"
#include "platform/linux/read/top_levels.h"
#include "platform/linux/read/window_origins.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/snapshot.h"
#include "platform/linux/treeless.h"

namespace surehand::atspi {
namespace {

// The application's windows as its tree has them.
std::vector<SaidWindow> said_by(const Snapshot& tree, bool within_window) {
  std::vector<SaidWindow> said;
  for (NodeIndex node = 1; node < tree.size(); node = tree.subtree_end(node)) {
    SaidWindow one;
    one.identity = std::string(tree.identity(node));
    one.title = tree.text(TextField::kName, node);
    const auto bounds = tree.bounds(node);
    // Otherwise the place was taken from the display.
    if (!within_window) one.place = bounds;
    one.width = bounds ? bounds->width : 0;
    one.height = bounds ? bounds->height : 0;
    one.shows = tree.states(node).has(State::kVisible);
    one.active = tree.states(node).has(State::kActive);
    said.push_back(std::move(one));
  }
  return said;
}

Window window_at(const Snapshot& tree, const std::string& app_key, NodeIndex node) {
  Window window;
  window.element = {app_key, std::string(tree.identity(node))};
  window.title = tree.text(TextField::kName, node);
  window.role = tree.role(node);
  window.bounds = tree.bounds(node);
  const States states = tree.states(node);
  window.active = states.has(State::kActive);
  // Of a dialog's own windows, X11 does not tell those that take the input from their owner alone from those that take it
  // from all: to take them for the former might act where no person can.
  if (states.has(State::kModal)) window.modality = Modality::kApplication;
  return window;
}

// What only the window system knows: which windows are minimized or maximized, or are modal though their toolkit does not say so.
void add(Window& window, const screen::ClientWindow& client) {
  window.minimized = client.minimized && !window.active;
  window.maximized = client.maximized;
  if (client.modal) window.modality = Modality::kApplication;
  // What its client tells has the shadow in it, if it tells anything. Swing tells no place of its windows.
  if (!client.knows_its_place || !window.bounds) window.bounds = client.content;
}

}  // namespace

Result<std::vector<Window>> list_windows(Session& session, const std::string& app_key, const Limits& limits) {
  SnapshotOptions options;
  options.text = options.actions = options.attributes = false;
  options.max_depth = 1;
  auto snapshot = take_snapshot(session, nullptr, {app_key, std::nullopt}, options, limits);
  if (!snapshot.ok()) return snapshot.take_error();
  std::vector<Window> windows;
  const Snapshot& tree = **snapshot;
  for (const Cut& cut : tree.cuts()) {
    if (cut.reason != CutReason::kDeadline && cut.reason != CutReason::kUnresponsive) continue;
    const ErrorCode code = cut.reason == CutReason::kDeadline ? ErrorCode::kTimeout : ErrorCode::kAppUnresponsive;
    return Error{code, "not all windows of the application were read by the deadline; nothing was sent to it", {}};
  }
  auto application = application_of(session, app_key, limits);
  if (!application.ok()) return application.take_error();
  const std::vector<SaidWindow> said = said_by(tree, places_are_within_window(session, **application, limits));
  const IdentifiedWindows identified = identify_windows(session, **application, said, limits);
  const bool any_shows = std::any_of(said.begin(), said.end(), [](const SaidWindow& one) { return one.shows; });
  std::vector<const screen::ClientWindow*> client_of;
  size_t i = 0;
  for (NodeIndex node = 1; node < tree.size(); node = tree.subtree_end(node), ++i) {
    const screen::ClientWindow* client = identified.of(i);
    // Qt keeps a dialog that was closed in its tree. What is minimized or on another workspace is on the display.
    const bool is_open = said[i].shows || client != nullptr || identified.pairs.said[i].unsettled;
    if (any_shows && !is_open) continue;
    windows.push_back(window_at(tree, app_key, node));
    client_of.push_back(client);
    if (client != nullptr) add(windows.back(), *client);
  }
  for (size_t each = 0; each < windows.size(); ++each) {
    if (client_of[each] == nullptr || client_of[each]->owner == screen::kNoWindow) continue;
    for (size_t other = 0; other < windows.size(); ++other) {
      const bool is_owner =
          other != each && client_of[other] != nullptr && client_of[other]->id == client_of[each]->owner;
      if (is_owner) windows[each].owner = windows[other].element;
    }
  }
  if ((*application)->traits().dialogs_do_not_say_modal && !session.screen->tells_modality()) {
    for (Window& window : windows) {
      if (window.role == Role::kDialog && window.modality == Modality::kNone) window.modality = Modality::kUnknown;
    }
  }
  // GTK 4 says of no dialog that it is active (4.8).
  const bool any_active = std::any_of(windows.begin(), windows.end(), [](const Window& one) { return one.active; });
  for (size_t each = 0; each < windows.size() && !any_active; ++each) {
    windows[each].active = client_of[each] != nullptr && client_of[each]->active;
  }
  return windows;
}

std::vector<screen::WindowId> modal_windows(Session& session, const ApplicationRecord& application,
                                            const Limits& limits) {
  std::vector<screen::WindowId> modal;
  for (const screen::ClientWindow& client : windows_of(session, application, limits)) {
    if (client.modal) modal.push_back(client.id);
  }
  return modal;
}

namespace {

const screen::ClientWindow* window_in(const std::vector<screen::ClientWindow>& windows, screen::WindowId id) {
  const auto found = std::find_if(windows.begin(), windows.end(), [&](const auto& each) { return each.id == id; });
  return id == screen::kNoWindow || found == windows.end() ? nullptr : &*found;
}

// What `identity` was found to be by the last look. Looks when there was none that tells.
Result<WindowBook::Entry> look_up(Session& session, const std::string& app_key, const std::string& identity,
                                  const Limits& limits) {
  SUREHAND_TRY(listed, list_windows(session, app_key, limits));
  return session.window_book.entry(app_key, identity).value_or(WindowBook::Entry{});
}

Error ambiguous(const ApplicationRecord& record, const WindowBook::Entry& entry, size_t count) {
  json::Value details;
  details.set("title", entry.said.title);
  return {ErrorCode::kAmbiguous,
          record.name + " has " + std::to_string(count) + " windows \"" + entry.said.title +
              "\" of one size, which cannot be told apart on the display; nothing was sent to either. "
              "Activate the one that you mean by hand once, or give it another title or size",
          std::move(details)};
}

// Tells windows apart that nothing else does: gives one after the other the focus, and sees which of them the application says has it.
Status settle_by_activation(Session& session, const ApplicationRecord& record, const std::string& identity,
                            const Limits& limits) {
  constexpr Milliseconds kEach{1500};
  const auto windows = windows_of(session, record, limits);
  const auto said = session.window_book.unsettled_identities(record.key);
  auto candidates = session.window_book.unsettled(record.key);
  // Most applications list their windows in the order in which they made them.
  const auto at = static_cast<size_t>(std::find(said.begin(), said.end(), identity) - said.begin());
  if (at < candidates.size()) std::rotate(candidates.begin(), candidates.begin() + at, candidates.begin() + at + 1);
  for (const screen::WindowId candidate : candidates) {
    const screen::ClientWindow* window = window_in(windows, candidate);
    // To show one that is minimized would be more than to ask.
    if (window == nullptr || !window->viewable) continue;
    auto activated = session.screen->activate(candidate, limits.capped(kEach));
    if (!activated && (activated.error().code != ErrorCode::kTimeout || limits.expired())) return activated;
    SUREHAND_TRY(listed, list_windows(session, record.key, limits));
    if (session.window_book.bound(record.key, identity) != screen::kNoWindow) return Done{};
  }
  return Done{};
}

// Gives the focus back to what had it.
void give_back(Session& session, screen::WindowId had, const Limits& limits) {
  constexpr Milliseconds kPatience{1000};
  if (had != screen::kNoWindow) (void)session.screen->activate(had, limits.capped(kPatience));
}

screen::WindowId active_window(Session& session, const Limits& limits) {
  const auto windows = session.screen->windows(limits);
  if (!windows) return screen::kNoWindow;
  const auto active = std::find_if(windows->begin(), windows->end(), [](const auto& each) { return each.active; });
  return active == windows->end() ? screen::kNoWindow : active->id;
}

}  // namespace

Result<std::optional<screen::ClientWindow>> find_displayed_window(Session& session, const Element& element,
                                                                  const Limits& limits, Telling telling) {
  SUREHAND_CHECK(session.screen->sees_windows(limits));
  SUREHAND_TRY(record, application_of(session, element.app_key, limits));
  const auto as_found = [&](screen::WindowId id) {
    const auto windows = windows_of(session, **record, limits);
    const screen::ClientWindow* window = window_in(windows, id);
    return window == nullptr ? std::optional<screen::ClientWindow>() : std::optional(*window);
  };
  if (const auto id = window_named(element.identity)) return as_found(*id);
  SUREHAND_TRY(top, top_level_of(session, **record, element, limits));
  const std::string identity = identity_of(*top, element.app_key);
  if (auto known = as_found(session.window_book.bound(element.app_key, identity))) return known;
  SUREHAND_TRY(entry, look_up(session, element.app_key, identity, limits));
  if (entry->unsettled && telling != Telling::kAsItIs) {
    const screen::WindowId had = active_window(session, limits);
    SUREHAND_CHECK(settle_by_activation(session, **record, identity, limits));
    if (telling == Telling::kKeepingFocus) give_back(session, had, limits);
    const screen::WindowId bound = session.window_book.bound(element.app_key, identity);
    entry->unsettled = bound == screen::kNoWindow;
    entry->window = bound;
  }
  if (entry->unsettled) {
    return ambiguous(**record, *entry, session.window_book.unsettled(element.app_key).size());
  }
  return as_found(entry->window);
}

Result<screen::ClientWindow> displayed_window(Session& session, const Element& element, const Limits& limits,
                                              Telling telling) {
  SUREHAND_TRY(found, find_displayed_window(session, element, limits, telling));
  if (*found) return std::move(**found);
  return Error{ErrorCode::kStale, "the application has no such window on the display; it may be closed or hidden", {}};
}

}  // namespace surehand::atspi
