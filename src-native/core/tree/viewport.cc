#include "core/tree/viewport.h"

#include <algorithm>

#include "core/tree/modals.h"

namespace surehand {
namespace {

// What clips; nothing where nothing does.
using Clip = std::optional<Rect>;

// What clips a node, by what clips the other things in its parent.
Clip clip_of(const Snapshot& snapshot, NodeIndex node, const Clip& around) {
  return opens_apart(snapshot, node) ? std::nullopt : around;
}

// What clips the things in a node, by what clips the node.
Clip clip_in(const Snapshot& snapshot, NodeIndex node, const Clip& clip) {
  if (!clips(snapshot.role(node))) return clip;
  const std::optional<Rect> bounds = snapshot.bounds(node);
  if (!bounds || is_empty(*bounds)) return clip;
  return clip ? intersection(*bounds, *clip) : *bounds;
}

std::optional<Rect> part_of(const Snapshot& snapshot, NodeIndex node, const Clip& clip) {
  const std::optional<Rect> bounds = snapshot.bounds(node);
  return bounds && clip ? intersection(*bounds, *clip) : bounds;
}

// A tree made from data may not speak of visibility at all.
bool knows_visible(const Snapshot& snapshot) {
  const auto& states = snapshot.states_on_column();
  return std::any_of(states.begin(), states.end(), [](uint32_t on) { return (on & bit(State::kVisible)) != 0; });
}

// An application has no place that could be hidden; trees made from data say nothing of it.
bool says_visible(const Snapshot& snapshot, NodeIndex node) {
  return snapshot.role(node) == Role::kApplication || snapshot.states(node).has(State::kVisible);
}
bool says_offscreen(const Snapshot& snapshot, NodeIndex node) { return snapshot.states(node).has(State::kOffscreen); }

InViewport judged(const std::optional<Rect>& part, bool said_not) {
  if (said_not) return InViewport::kFalse;
  if (!part) return InViewport::kUnknown;
  return is_empty(*part) ? InViewport::kFalse : InViewport::kTrue;
}

}  // namespace

bool floats(Role role) {
  switch (role) {
    case Role::kWindow:
    case Role::kDialog:
    case Role::kAlertDialog:
    case Role::kMenu:
    case Role::kTooltip:
      return true;
    default:
      return false;
  }
}

bool opens_apart(const Snapshot& snapshot, NodeIndex node) {
  const Role role = snapshot.role(node);
  const NodeIndex parent = snapshot.parent(node);
  return floats(role) || (clips(role) && parent != kNoNode && snapshot.role(parent) == Role::kCombobox);
}

bool scrolls(Role role) { return clips(role) && !floats(role); }

bool hidden(const Snapshot& snapshot, NodeIndex node) {
  if (!knows_visible(snapshot)) return false;
  for (NodeIndex at = node; at != kNoNode; at = snapshot.parent(at)) {
    if (!says_visible(snapshot, at)) return true;
    if (floats(snapshot.role(at))) return false;
  }
  return false;
}

// Windows, and what scrolls. Others may be smaller than what they hold. Where a list lies in a scroll area of its own it is
// as large as all of its rows, and clips none of them.
bool clips(Role role) {
  switch (role) {
    case Role::kWindow:
    case Role::kDialog:
    case Role::kAlertDialog:
    case Role::kScrollArea:
    case Role::kDocument:
    case Role::kList:
    case Role::kListbox:
    case Role::kTree:
    case Role::kTreeGrid:
    case Role::kTable:
    case Role::kGrid:
      return true;
    default:
      return false;
  }
}

std::optional<Rect> visible_part(const Snapshot& snapshot, NodeIndex node) {
  std::vector<NodeIndex> line;
  for (NodeIndex at = node; at != kNoNode; at = snapshot.parent(at)) {
    line.push_back(at);
    if (opens_apart(snapshot, at)) break;  // what is around this clips nothing in it
  }
  Clip clip;
  for (size_t i = line.size(); i-- > 1;) clip = clip_in(snapshot, line[i], clip);
  return part_of(snapshot, node, clip);
}

InViewport shows(const Snapshot& snapshot, NodeIndex node) {
  return judged(visible_part(snapshot, node), says_offscreen(snapshot, node) || hidden(snapshot, node));
}

std::vector<InViewport> viewport(const Snapshot& snapshot) {
  std::vector<InViewport> result(snapshot.size(), InViewport::kUnknown);
  const bool knows = knows_visible(snapshot);
  const Modals modals(snapshot);
  std::vector<Clip> inside(snapshot.size());  // what clips the things in each node
  std::vector<bool> hidden(snapshot.size(), false);
  for (NodeIndex node = 0; node < snapshot.size(); ++node) {
    const NodeIndex parent = snapshot.parent(node);
    const Clip clip = clip_of(snapshot, node, parent == kNoNode ? Clip() : inside[parent]);
    inside[node] = clip_in(snapshot, node, clip);
    const bool blocked = modals.over(node) != kNoNode;
    const bool around = parent != kNoNode && !floats(snapshot.role(node)) && hidden[parent];
    hidden[node] = knows && (around || !says_visible(snapshot, node));
    const bool said_not = blocked || hidden[node] || says_offscreen(snapshot, node);
    result[node] = judged(part_of(snapshot, node, clip), said_not);
  }
  return result;
}

}  // namespace surehand
