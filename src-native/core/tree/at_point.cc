#include "core/tree/at_point.h"

#include "core/tree/viewport.h"

namespace surehand {

NodeIndex topmost_at(const Snapshot& snapshot, double x, double y) {
  const auto holds = [&](NodeIndex node) {
    const auto bounds = snapshot.bounds(node);
    return bounds && x >= bounds->x && y >= bounds->y && x < bounds->x + double{1} * bounds->width &&
           y < bounds->y + double{1} * bounds->height;
  };
  const auto shown = viewport(snapshot);
  NodeIndex found = kNoNode;
  NodeIndex node = 0;
  while (node < snapshot.size()) {
    // What is clipped to something that is elsewhere is not here.
    if (clips(snapshot.role(node)) && snapshot.bounds(node) && !holds(node)) {
      node = snapshot.subtree_end(node);
      continue;
    }
    if (shown[node] == InViewport::kTrue && holds(node)) found = node;
    ++node;
  }
  return found;
}

}  // namespace surehand
