#include "platform/linux/windows.h"

#include "platform/linux/read.h"
#include "platform/linux/snapshot.h"

namespace surehand::atspi {

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
    window.modal = states.has(State::kModal);
    windows.push_back(std::move(window));
  }
  return windows;
}

}  // namespace surehand::atspi
