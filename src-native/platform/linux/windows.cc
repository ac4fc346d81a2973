#include "platform/linux/windows.h"

#include <algorithm>

#include "platform/linux/applications.h"
#include "platform/linux/read/top_levels.h"
#include "platform/linux/snapshot.h"
#include "platform/linux/treeless.h"
#include "platform/linux/x11/windows.h"

namespace surehand::atspi {
namespace {

// What only the window system knows: which windows are minimized or maximized, belong to another, or are modal though their
// toolkit does not say so.
void ask_window_system(Session& session, const ApplicationRecord& application, std::vector<Window>& windows,
                       const Limits& limits) {
  auto display = session.screen.display();
  if (!display.ok()) return;
  const auto clients = x11::windows(**display, limits);
  if (!clients.ok()) return;
  std::vector<const x11::ClientWindow*> client_of;
  for (Window& window : windows) {
    const Rect size = window.bounds.value_or(Rect{});
    const auto* client = x11::window_of(*clients, application.pid, window.title, size.width, size.height);
    client_of.push_back(client);
    window.minimized = client && client->minimized && !window.active;
    window.maximized = client && client->maximized;
    if (client && client->modal) window.modality = Modality::kApplication;
  }
  for (size_t i = 0; i < windows.size(); ++i) {
    if (!client_of[i] || client_of[i]->owner == x11::kNone) continue;
    for (size_t other = 0; other < windows.size(); ++other) {
      const bool is_owner = other != i && client_of[other] && client_of[other]->id == client_of[i]->owner;
      if (is_owner) windows[i].owner = windows[other].element;
    }
  }
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
  const auto shows = [&](NodeIndex node) { return tree.states(node).has(State::kVisible); };
  for (const Cut& cut : tree.cuts()) {
    if (cut.reason != CutReason::kDeadline && cut.reason != CutReason::kUnresponsive) continue;
    const ErrorCode code = cut.reason == CutReason::kDeadline ? ErrorCode::kTimeout : ErrorCode::kAppUnresponsive;
    return Error{code, "not all windows of the application were read by the deadline; nothing was sent to it", {}};
  }
  bool any_shows = false;
  for (NodeIndex node = 1; node < tree.size(); node = tree.subtree_end(node)) any_shows |= shows(node);
  for (NodeIndex node = 1; node < tree.size(); node = tree.subtree_end(node)) {
    // Qt keeps a dialog that was closed in its tree.
    if (any_shows && !shows(node)) continue;
    Window window;
    window.element = {app_key, std::string(tree.identity(node))};
    window.title = tree.text(TextField::kName, node);
    window.role = tree.role(node);
    window.bounds = tree.bounds(node);
    const States states = tree.states(node);
    window.active = states.has(State::kActive);
    // Of a dialog's own windows, X11 does not tell those that take the input from their owner alone from those that take it
    // from all: to take them for the former might act where nobody can.
    if (states.has(State::kModal)) window.modality = Modality::kApplication;
    windows.push_back(std::move(window));
  }
  auto application = application_of(session, app_key, limits);
  if (application.ok()) ask_window_system(session, **application, windows, limits);
  session.seen_windows.keep(app_key, windows);
  return windows;
}

std::vector<x11::Window> modal_windows(Session& session, const ApplicationRecord& application, const Limits& limits) {
  std::vector<x11::Window> modal;
  auto display = session.screen.display();
  if (!display.ok()) return modal;
  const auto clients = x11::windows(**display, limits);
  if (!clients.ok()) return modal;
  for (const x11::ClientWindow& client : *clients) {
    if (client.modal && client.pid == application.pid) modal.push_back(client.id);
  }
  return modal;
}

Result<std::optional<x11::ClientWindow>> find_displayed_window(Session& session, const Element& element,
                                                               const Limits& limits) {
  auto display = session.screen.display();
  if (!display) return display.take_error();
  auto record = application_of(session, element.app_key, limits);
  if (!record) return record.take_error();
  const auto id = window_named(element.identity);
  TopLevel top;
  if (!id) {
    auto found = top_level_of(session, **record, element, limits);
    if (!found) return found.take_error();
    top = found.take();
  }
  auto windows = x11::windows(**display, limits);
  if (!windows) return windows.take_error();
  const x11::ClientWindow* window = nullptr;
  if (id) {
    const auto named = std::find_if(windows->begin(), windows->end(), [&](const auto& each) { return each.id == *id; });
    if (named != windows->end()) window = &*named;
  } else {
    window = x11::window_of(*windows, (*record)->pid, top.title, top.width, top.height);
  }
  if (window == nullptr) return std::optional<x11::ClientWindow>();
  return std::optional(*window);
}

Result<x11::ClientWindow> displayed_window(Session& session, const Element& element, const Limits& limits) {
  auto found = find_displayed_window(session, element, limits);
  if (!found) return found.take_error();
  if (*found) return std::move(**found);
  return Error{ErrorCode::kStale, "the application has no such window on the display; it may be closed or hidden", {}};
}

}  // namespace surehand::atspi
