#include "core/query/anchors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace surehand {
namespace {

constexpr size_t kFanout = 4;

double gap(double first_end, double second_start) { return std::max(0.0, second_start - first_end); }

}  // namespace

Anchors::Anchors(Side side, double reach, const std::vector<std::pair<NodeIndex, Rect>>& elements)
    : side_(side), reach_(reach) {
  std::vector<Entry> leaves;
  leaves.reserve(elements.size());
  for (const auto& [node, bounds] : elements) {
    if (bounds.width > 0 && bounds.height > 0) leaves.push_back({turned(bounds), node});
  }
  if (leaves.empty()) return;

  // Sort-Tile-Recursive: columns by where they end, each by height, make compact parents.
  const auto by_right = [](const Entry& a, const Entry& b) { return a.box.right < b.box.right; };
  const auto by_middle = [](const Entry& a, const Entry& b) {
    return a.box.top + a.box.bottom < b.box.top + b.box.bottom;
  };
  std::stable_sort(leaves.begin(), leaves.end(), by_right);
  const auto columns = static_cast<size_t>(std::ceil(std::sqrt(std::ceil(double(leaves.size()) / kFanout))));
  const size_t height = columns * kFanout;
  for (size_t start = 0; start < leaves.size(); start += height) {
    const size_t end = std::min(start + height, leaves.size());
    std::stable_sort(leaves.begin() + start, leaves.begin() + end, by_middle);
  }

  levels_.push_back(std::move(leaves));
  while (levels_.back().size() > kFanout) {
    const std::vector<Entry>& below = levels_.back();
    std::vector<Entry> level;
    for (size_t start = 0; start < below.size(); start += kFanout) {
      Box box = below[start].box;
      for (size_t i = start; i < std::min(start + kFanout, below.size()); ++i) {
        const Box& child = below[i].box;
        box.left = std::min(box.left, child.left);
        box.top = std::min(box.top, child.top);
        box.right = std::max(box.right, child.right);
        box.bottom = std::max(box.bottom, child.bottom);
        box.least_right = std::min(box.least_right, child.least_right);
      }
      level.push_back({box, static_cast<uint32_t>(start)});
    }
    levels_.push_back(std::move(level));
  }
}

double Anchors::distance(NodeIndex node, const Rect& bounds) {
  double best = kNoDistance;
  if (levels_.empty() || bounds.width <= 0 || bounds.height <= 0) return best;
  const Box from = turned(bounds);
  search(0, nearby_, std::min(nearby_ + kFanout, levels_.front().size()), node, from, best);
  if (best > 0) search(levels_.size() - 1, 0, levels_.back().size(), node, from, best);
  return side_ == Side::kNear ? std::sqrt(best) : best;
}

Anchors::Box Anchors::turned(const Rect& bounds) const {
  double left = bounds.x, top = bounds.y;
  double right = left + bounds.width, bottom = top + bounds.height;
  if (side_ == Side::kAbove || side_ == Side::kBelow) {
    std::swap(left, top);
    std::swap(right, bottom);
  }
  if (side_ == Side::kLeftOf || side_ == Side::kAbove) {
    std::swap(left, right);
    left = -left;
    right = -right;
  }
  return {left, top, right, bottom, right};
}

// The distance that no rectangle in `box` is nearer than; of a single rectangle, its distance. Squared for `near`: a root
// for each comparison is half of its cost.
inline double Anchors::at_least(const Box& box, const Box& from) const {
  if (side_ == Side::kNear) {
    const double x = std::max(gap(box.right, from.left), gap(from.right, box.left));
    const double y = std::max(gap(box.bottom, from.top), gap(from.bottom, box.top));
    const double squared = x * x + y * y;
    return squared <= reach_ * reach_ ? squared : kNoDistance;
  }
  const bool overlaps = from.top < box.bottom && box.top < from.bottom;
  if (!overlaps || box.least_right > from.left) return kNoDistance;
  return gap(box.right, from.left);
}

void Anchors::search(size_t level, size_t first, size_t last, NodeIndex node, const Box& from, double& best) {
  const std::vector<Entry>& entries = levels_[level];
  if (level == 0) {
    for (size_t i = first; i < last && best > 0; ++i) {
      const double each = at_least(entries[i].box, from);
      if (each >= best || entries[i].first == node) continue;
      best = each;
      nearby_ = first;
    }
    return;
  }
  std::array<std::pair<double, uint32_t>, kFanout> nearest;
  size_t count = 0;
  for (size_t i = first; i < last; ++i) {
    const double bound = at_least(entries[i].box, from);
    if (bound >= best) continue;
    size_t at = count++;
    for (; at > 0 && nearest[at - 1].first > bound; --at) nearest[at] = nearest[at - 1];
    nearest[at] = {bound, entries[i].first};
  }
  for (size_t i = 0; i < count && nearest[i].first < best; ++i) {
    const size_t start = nearest[i].second;
    search(level - 1, start, std::min(start + kFanout, levels_[level - 1].size()), node, from, best);
  }
}

}  // namespace surehand
