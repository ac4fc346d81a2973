#include "platform/linux/read/popovers.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "core/text/hash.h"
#include "platform/linux/applications.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

// Units by which a popup may be larger than its popover: a theme's margins around it.
constexpr int32_t kMargins = 24;

// How far two ranges are apart; 0 where they touch.
int32_t gap(int32_t a, int32_t a_size, int32_t b, int32_t b_size) {
  return std::max({0, a - (b + b_size), b - (a + a_size)});
}

// How far a popup is from the widget that it belongs to: from its edges, then from its middle.
std::pair<int32_t, int32_t> distance(const Rect& popup, const Rect& owner) {
  const int32_t edges =
      gap(popup.x, popup.width, owner.x, owner.width) + gap(popup.y, popup.height, owner.y, owner.height);
  const int32_t middles = std::abs(popup.x + popup.width / 2 - owner.x - owner.width / 2) +
                          std::abs(popup.y + popup.height / 2 - owner.y - owner.height / 2);
  return {edges, middles};
}

bool may_be_popover(const Node& node, const Node& owner) {
  const bool holds_something = node.first != kNone || node.child_count > 0;
  return holds_something && node.bounds.x == owner.bounds.x && node.bounds.y == owner.bounds.y &&
         (node.bounds.width != owner.bounds.width || node.bounds.height != owner.bounds.height);
}

}  // namespace

Popovers::Popovers(Session& session, const ApplicationRecord& application, const Limits& limits) {
  auto popups = session.screen->popups(application.pid, limits);
  if (!popups.ok()) return;
  for (const screen::ClientWindow& popup : *popups) popups_.push_back({popup.content});
}

std::optional<Point> Popovers::origin_in(const Tree& tree, const Node& node, const Node& owner,
                                         std::optional<Point> around, double scale, bool shown) {
  if (is_popover(tree, node)) return shown ? claim(node, owner, around, scale, kMargins) : std::nullopt;
  if (popups_.empty() || !shown || !may_be_popover(node, owner)) return around;
  const auto own = claim(node, owner, around, scale, 0);
  return own ? own : around;
}

// Each popup is one popover: that which fits best of those that are met first, from the window down.
std::optional<Point> Popovers::claim(const Node& node, const Node& owner, std::optional<Point> around, double scale,
                                     int32_t margins) {
  const int32_t width = times(node.bounds.width, scale), height = times(node.bounds.height, scale);
  if (width <= 0 || height <= 0) return std::nullopt;
  const int32_t most = times(margins, scale);
  Rect owner_place{times(owner.bounds.x, scale), times(owner.bounds.y, scale), times(owner.bounds.width, scale),
                   times(owner.bounds.height, scale)};
  if (around) {
    owner_place.x += around->x;
    owner_place.y += around->y;
  }
  using Rank = std::tuple<int32_t, int32_t, int32_t>;
  Popup* best = nullptr;
  Rank least;
  bool tied = false;
  for (Popup& popup : popups_) {
    const int32_t wider = popup.content.width - width, higher = popup.content.height - height;
    if (popup.taken || std::abs(wider) > most || std::abs(higher) > most) continue;
    const auto [edges, middles] = around ? distance(popup.content, owner_place) : std::pair(0, 0);
    const Rank rank(std::abs(wider) + std::abs(higher), edges, middles);
    if (best != nullptr && rank > least) continue;
    tied = best != nullptr && rank == least;
    best = &popup;
    least = rank;
  }
  if (best == nullptr || tied) return std::nullopt;
  best->taken = true;
  return Point{best->content.x + (best->content.width - width) / 2 - times(node.bounds.x, scale),
               best->content.y + (best->content.height - height) / 2 - times(node.bounds.y, scale)};
}

bool may_be_unplaced(const ApplicationRecord& application, std::string_view path, const Node& parent, bool shown) {
  if (role_of(parent.role) == Role::kMenu) return false;
  // sway had the window of a menu of Qt's 100 to 200 ms after Qt showed it.
  constexpr Milliseconds kPlaced(500);
  constexpr size_t kMostNoted = 4096;
  auto& since = application.notes.popups_since;
  const uint64_t key = hash_of(path);
  if (!shown) {
    since.erase(key);
    return false;
  }
  if (since.size() >= kMostNoted) since.clear();
  return Clock::now() - since.emplace(key, Clock::now()).first->second < kPlaced;
}

std::optional<Point> origin_of_told(const Node& popup, Point around, double scale, const ToolkitTraits& traits,
                                    const ToldPopups& told, bool may_be_unplaced) {
  if (!traits.tells_places_of_popups) return std::nullopt;
  const Rect place{times(popup.bounds.x, scale), times(popup.bounds.y, scale), times(popup.bounds.width, scale),
                   times(popup.bounds.height, scale)};
  const screen::ClientWindow* own = nullptr;
  for (const screen::ClientWindow& window : told.windows) {
    if (!screen::has_size_of(place, window)) continue;
    if (own != nullptr) return std::nullopt;
    own = &window;
  }
  if (own != nullptr) return Point{own->content.x - place.x, own->content.y - place.y};
  if (may_be_unplaced) return std::nullopt;
  const int32_t x = around.x + place.x, y = around.y + place.y;
  const bool is_on_a_display = std::any_of(told.displays.begin(), told.displays.end(), [&](const Rect& display) {
    return x >= display.x && y >= display.y && x + place.width <= display.x + display.width &&
           y + place.height <= display.y + display.height;
  });
  return is_on_a_display ? std::optional(around) : std::nullopt;
}

bool is_in_popup(const Tree& tree, const Node& node, const Node& parent) {
  // Of windows, which are in no other. What is called so in one is a border (Qt).
  if (node.role == role::kFrame) return false;
  const Role own = role_of(node.role), around = role_of(parent.role);
  if (own == Role::kTooltip || own == Role::kWindow || own == Role::kDialog || own == Role::kAlertDialog) return true;
  if (node.role == role::kPopupMenu || around == Role::kMenu || is_popover(tree, node)) return true;
  const bool drops_down = own == Role::kMenu || own == Role::kList || own == Role::kListbox || own == Role::kTree ||
                          own == Role::kTable || own == Role::kOption || own == Role::kMenuItem;
  if (around == Role::kCombobox && drops_down) return true;
  // GTK 4.10 and later do not tell a popover from other parts. It begins where the control does that opens it.
  const bool opens = around == Role::kButton || around == Role::kCombobox || around == Role::kTextbox ||
                     around == Role::kMenuItem || around == Role::kListItem;
  return opens && may_be_popover(node, parent);
}

bool is_popover(const Tree& tree, const Node& node) {
  return node.first != kNone && tree.nodes[node.first].name == kPopoverContent;
}

}  // namespace surehand::atspi
