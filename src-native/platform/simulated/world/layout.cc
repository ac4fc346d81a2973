#include <algorithm>
#include <cmath>

#include "platform/simulated/world/world.h"

namespace surehand::simulated {
namespace {

constexpr int32_t kRowHeight = 24;
constexpr int32_t kGap = 4;
constexpr int32_t kTitleHeight = 28;
constexpr int32_t kWheelNotch = 40;

bool lays_out_in_a_row(Role role) {
  return role == Role::kMenuBar || role == Role::kToolbar || role == Role::kTabList || role == Role::kRow ||
         role == Role::kStatus;
}

bool scrolls(Role role) {
  return role == Role::kScrollArea || role == Role::kListbox || role == Role::kList || role == Role::kTree ||
         role == Role::kTable || role == Role::kGrid || role == Role::kTreeGrid || role == Role::kDocument;
}

// What its children are cut off at: a window's edge, and what scrolls.
bool clips(const Node& node) { return !node.parent || (scrolls(node.role) && node.given_bounds); }

bool contains(const Rect& rect, double x, double y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

// How far [at, at + size) must move to lie in [start, start + space); its beginning wins when it is too
// large.
int32_t into(int32_t at, int32_t size, int32_t start, int32_t space) {
  if (at < start || size > space) return start - at;
  return std::min(0, start + space - (at + size));
}

// A collapsed combobox shows what it is labelled with, and none of its options.
bool folded_away(const Node& node) {
  const Node* parent = node.parent;
  const bool collapsed = parent && parent->applies(State::kExpanded) && !parent->is(State::kExpanded);
  return collapsed && node.role != Role::kText && node.role != Role::kImg && node.role != Role::kTextbox &&
         node.role != Role::kButton;
}

}  // namespace

// Elements without bounds of their own are stacked below each other, or side by side in bars and rows.
void World::place(Node& node, Rect space, bool in_row) {
  const bool given = node.given_bounds.has_value();
  node.laid_out = given ? *node.given_bounds : Rect{space.x, space.y, space.width, kRowHeight};
  const Rect own = node.laid_out;
  std::vector<Node*> flowing;
  for (const auto& child : node.children) {
    if (child->given_bounds) {
      place(*child, own, false);
    } else {
      flowing.push_back(child.get());
    }
  }
  if (flowing.empty()) return;
  const bool row = lays_out_in_a_row(node.role);
  const int32_t top = own.y + (node.parent ? (row ? 0 : kGap) : kTitleHeight);
  const int32_t width = std::max(own.width - 2 * kGap, 1);
  int32_t end = top;
  if (row) {
    const auto count = static_cast<int32_t>(flowing.size());
    const int32_t each = std::max(width / count, 1);
    for (int32_t i = 0; i < count; ++i) {
      place(*flowing[i], {own.x + kGap + i * each, top, std::max(each - kGap, 1), kRowHeight}, true);
      end = std::max(end, flowing[i]->laid_out.y + flowing[i]->laid_out.height);
    }
  } else {
    for (Node* child : flowing) {
      place(*child, {own.x + kGap, end, width, kRowHeight}, false);
      end = child->laid_out.y + child->laid_out.height + kGap;
    }
  }
  if (!given && !in_row) node.laid_out.height = std::max(kRowHeight, end - own.y);
}

void World::lay_out() {
  if (laid_out_) return;
  laid_out_ = true;
  for (const auto& app : apps) {
    for (const auto& window : app->windows) place(*window, {}, false);
  }
}

std::optional<Rect> World::bounds(const Node& node) {
  if (node.bounds_unknown) return std::nullopt;
  lay_out();
  Rect rect = node.laid_out;
  for (const Node* at = &node; at; at = at->parent) {
    if (at != &node) {
      rect.x -= at->scrolled_x;
      rect.y -= at->scrolled_y;
    }
    const auto age = now_ - at->born;
    if (age < at->faults.moving) {
      const double left = 1 - std::chrono::duration<double>(age) / std::chrono::duration<double>(at->faults.moving);
      rect.x += static_cast<int32_t>(std::lround(at->faults.moving_x * left));
      rect.y += static_cast<int32_t>(std::lround(at->faults.moving_y * left));
    }
  }
  return rect;
}

bool World::shows(const Node& node) const {
  for (const Node* at = &node; at; at = at->parent) {
    if (!at->present || !at->is(State::kVisible) || at->is_minimized() || folded_away(*at)) return false;
  }
  return true;
}

bool World::is_scrolled_out(const Node& node) {
  const auto own = bounds(node);
  if (!own) return false;
  for (Node* at = node.parent; at && at->parent; at = at->parent) {
    if (!clips(*at)) continue;
    const auto view = bounds(*at);
    const bool meets = view && own->x < view->x + view->width && view->x < own->x + own->width &&
                       own->y < view->y + view->height && view->y < own->y + own->height;
    if (view && !meets) return true;
  }
  return false;
}

Node* World::topmost_window_at(double x, double y) {
  for (auto at = stack.rbegin(); at != stack.rend(); ++at) {
    Node* window = by_serial(*at);
    if (!window || !shows(*window)) continue;
    const auto rect = bounds(*window);
    if (rect && contains(*rect, x, y)) return window;
  }
  return nullptr;
}

Node* World::topmost_at(double x, double y) {
  const auto below = [&](Node& node, auto&& self) -> Node* {
    const auto rect = bounds(node);
    const bool inside = rect && contains(*rect, x, y);
    if (!inside && clips(node)) return nullptr;
    for (auto at = node.children.rbegin(); at != node.children.rend(); ++at) {
      if (!(*at)->present || !(*at)->is(State::kVisible) || folded_away(**at)) continue;
      if (Node* found = self(**at, self)) return found;
    }
    return inside ? &node : nullptr;
  };
  Node* window = topmost_window_at(x, y);
  return window ? below(*window, below) : nullptr;
}

void World::scroll_into_view(Node& node) {
  for (Node* at = node.parent; at; at = at->parent) {
    const auto wanted = bounds(node);
    const auto view = bounds(*at);
    if (!clips(*at) || !wanted || !view) continue;
    at->scrolled_x -= into(wanted->x, wanted->width, view->x, view->width);
    at->scrolled_y -= into(wanted->y, wanted->height, view->y, view->height);
  }
}

bool World::scroll_at(double x, double y, double notches_x, double notches_y) {
  for (Node* at = topmost_at(x, y); at; at = at->parent) {
    const auto view = bounds(*at);
    if (!view || at->children.empty() || !clips(*at)) continue;
    int32_t right = view->width, bottom = view->height;
    const auto reach = [&](const Node& node, auto&& self) -> void {
      each_child(node, [&](const Node& child) {
        const Rect rect = child.laid_out;
        right = std::max(right, rect.x + rect.width - at->laid_out.x);
        bottom = std::max(bottom, rect.y + rect.height - at->laid_out.y);
        self(child, self);
      });
    };
    reach(*at, reach);
    const auto moved = [](int32_t from, double notches, int32_t limit) {
      const double to = from + std::clamp(notches, -10000.0, 10000.0) * kWheelNotch;
      return static_cast<int32_t>(std::clamp(to, 0.0, static_cast<double>(std::max(limit, 0))));
    };
    const int32_t to_x = moved(at->scrolled_x, notches_x, right - view->width);
    const int32_t to_y = moved(at->scrolled_y, notches_y, bottom - view->height);
    if (to_x == at->scrolled_x && to_y == at->scrolled_y) continue;
    at->scrolled_x = to_x;
    at->scrolled_y = to_y;
    return true;
  }
  return false;
}

void World::arrange(Node& window, const Arrangement& arrangement) {
  using Kind = Arrangement::Kind;
  const Rect now = bounds(window).value_or(Rect{});
  if (arrangement.kind == Kind::kMinimize) return window.minimize(true);
  if (arrangement.kind == Kind::kRestore && window.is_minimized()) return window.minimize(false);
  Rect place = now;
  switch (arrangement.kind) {
    case Kind::kMaximize:
      if (!window.restored) window.restored = now;
      place = display_of(now).work_area;
      break;
    case Kind::kRestore:
      place = window.restored.value_or(now);
      window.restored.reset();
      break;
    case Kind::kMove:
      place.x = arrangement.x;
      place.y = arrangement.y;
      break;
    default:
      place.width = std::max(1, arrangement.width);
      place.height = std::max(1, arrangement.height);
  }
  window.given_bounds = place;
  touched();
}

const Display& World::display_of(const Rect& area) const {
  const auto holds = [&](const Display& display) {
    const Rect& all = display.bounds;
    return area.x >= all.x && area.y >= all.y && area.x < all.x + all.width && area.y < all.y + all.height;
  };
  const auto found = std::find_if(displays.begin(), displays.end(), holds);
  return found == displays.end() ? displays.front() : *found;
}

}  // namespace surehand::simulated
