#include "core/tree/at_point.h"

#include <vector>

#include "core/tree/viewport.h"

namespace surehand {

NodeIndex topmost_at(const Snapshot& snapshot, double x, double y) {
  const auto holds = [&](NodeIndex node) {
    const auto bounds = snapshot.bounds(node);
    return bounds && x >= bounds->x && y >= bounds->y && x < bounds->x + double{1} * bounds->width &&
           y < bounds->y + double{1} * bounds->height;
  };
  const auto shown = viewport(snapshot);
  // What is clipped to something that is elsewhere is not here; what is in a popup is in front of all that it is not in.
  std::vector<bool> elsewhere(snapshot.size());
  std::vector<uint32_t> popups(snapshot.size());
  NodeIndex found = kNoNode;
  for (NodeIndex node = 0; node < snapshot.size(); ++node) {
    const NodeIndex parent = snapshot.parent(node);
    const bool apart = opens_apart(snapshot, node);
    const bool clipped = clips(snapshot.role(node)) && snapshot.bounds(node) && !holds(node);
    elsewhere[node] = clipped || (!apart && parent != kNoNode && elsewhere[parent]);
    if (parent != kNoNode) popups[node] = popups[parent] + (apart && !snapshot.is_window(node) ? 1 : 0);
    if (elsewhere[node] || shown[node] != InViewport::kTrue || !holds(node)) continue;
    if (found == kNoNode || popups[node] >= popups[found]) found = node;
  }
  return found;
}

}  // namespace surehand
