#include "core/tree/viewport.h"

#include <algorithm>
#include <optional>

#include "core/tree/modals.h"

namespace surehand {
namespace {

Rect intersection(const Rect& a, const Rect& b) {
  const int32_t left = std::max(a.x, b.x);
  const int32_t top = std::max(a.y, b.y);
  const int32_t right = std::min(a.x + a.width, b.x + b.width);
  const int32_t bottom = std::min(a.y + a.height, b.y + b.height);
  return {left, top, std::max(0, right - left), std::max(0, bottom - top)};
}

bool empty(const Rect& rect) { return rect.width <= 0 || rect.height <= 0; }

bool clips(Role role) {
  switch (role) {
    case Role::kWindow:
    case Role::kDialog:
    case Role::kAlertDialog:
    case Role::kScrollArea:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::vector<InViewport> viewport(const Snapshot& snapshot) {
  std::vector<InViewport> result(snapshot.size(), InViewport::kUnknown);
  const auto& states = snapshot.states_on_column();
  // A tree made from data may not speak of visibility at all.
  const bool knows_visible =
      std::any_of(states.begin(), states.end(), [](uint32_t on) { return (on & bit(State::kVisible)) != 0; });
  const Modals modals(snapshot);

  // The clip of the ancestors of the node at hand, one entry an ancestor that clips.
  struct Clip {
    NodeIndex end;
    Rect rect;
  };
  std::vector<Clip> clips_open;
  for (NodeIndex node = 0; node < snapshot.size(); ++node) {
    while (!clips_open.empty() && node >= clips_open.back().end) clips_open.pop_back();
    const std::optional<Rect> bounds = snapshot.bounds(node);
    if (modals.over(node) != kNoNode || (knows_visible && (states[node] & bit(State::kVisible)) == 0)) {
      result[node] = InViewport::kFalse;
    } else if (bounds) {
      const Rect shown = clips_open.empty() ? *bounds : intersection(*bounds, clips_open.back().rect);
      result[node] = empty(shown) ? InViewport::kFalse : InViewport::kTrue;
    }
    if (bounds && clips(snapshot.role(node)) && !empty(*bounds)) {
      const Rect clip = clips_open.empty() ? *bounds : intersection(*bounds, clips_open.back().rect);
      clips_open.push_back({snapshot.subtree_end(node), clip});
    }
  }
  return result;
}

}  // namespace surehand
