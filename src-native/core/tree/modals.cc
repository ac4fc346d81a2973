#include "core/tree/modals.h"

#include <algorithm>

namespace surehand {
namespace {

// What a modal dialog keeps from being used: the window, the document or the application that it is in.
NodeIndex place_of(const Snapshot& snapshot, NodeIndex modal) {
  NodeIndex at = snapshot.parent(modal);
  while (at != kNoNode && snapshot.parent(at) != kNoNode) {
    const Role role = snapshot.role(at);
    if (role == Role::kApplication || role == Role::kDocument || snapshot.is_window(at)) return at;
    at = snapshot.parent(at);
  }
  return at == kNoNode ? 0 : at;
}

}  // namespace

Modals::Modals(const Snapshot& snapshot) : snapshot_(snapshot) {
  const auto& states = snapshot.states_on_column();
  const auto any = [&](State state) {
    return std::any_of(states.begin(), states.end(), [&](uint32_t on) { return (on & bit(state)) != 0; });
  };
  if (!any(State::kModal)) return;
  // A tree made from data may not speak of visibility at all.
  const bool knows_visible = any(State::kVisible);
  for (NodeIndex node = 1; node < snapshot.size(); ++node) {
    const States own = snapshot.states(node);
    if (own.has(State::kModal) && (!knows_visible || own.has(State::kVisible))) add(node);
  }
}

void Modals::add(NodeIndex node) {
  const NodeIndex place = place_of(snapshot_, node);
  const bool whole = !snapshot_.is_window(place) && snapshot_.role(place) != Role::kDocument;
  const Modal modal{node, range(place), whole, snapshot_.states(node).has(State::kActive)};
  const auto same =
      std::find_if(modals_.begin(), modals_.end(), [&](const Modal& other) { return other.place.first == place; });
  if (same == modals_.end()) {
    modals_.push_back(modal);
    if (whole) spare_windows(place);
  } else if (modal.active || !same->active) {
    *same = modal;
  }
}

// What has the keyboard is certainly of use, and what has no title is a popup, which may be the modal dialog's own.
void Modals::spare_windows(NodeIndex application) {
  for (NodeIndex at = application + 1; at < snapshot_.subtree_end(application); at = snapshot_.subtree_end(at)) {
    if (!snapshot_.is_window(at)) continue;
    const bool untitled = snapshot_.text(TextField::kName, at).empty();
    if (untitled || snapshot_.states(at).has(State::kActive)) spared_.push_back(range(at));
  }
}

NodeIndex Modals::over(NodeIndex node) const {
  for (const Modal& modal : modals_) {
    if (!modal.place.has(node) || range(modal.node).has(node) || range(node).has(modal.node)) continue;
    const auto spares = [&](const Range& window) { return window.has(node); };
    if (modal.whole_application && std::any_of(spared_.begin(), spared_.end(), spares)) continue;
    return modal.node;
  }
  return kNoNode;
}

}  // namespace surehand
