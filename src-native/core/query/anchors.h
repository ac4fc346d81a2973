#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/tree/snapshot.h"

namespace surehand {

enum class Side : uint8_t { kRightOf, kLeftOf, kAbove, kBelow, kNear };

inline constexpr double kNoDistance = std::numeric_limits<double>::infinity();

// The elements that others are beside or near of, packed into a tree of rectangles, so that the nearest one
// is found without looking at all. Elements without an area are beside nothing.
class Anchors {
 public:
  Anchors(Side side, double reach, const std::vector<std::pair<NodeIndex, Rect>>& elements);

  // px, edge to edge, from `node` to the nearest anchor other than itself that it is beside (or within reach
  // of); kNoDistance when there is none. Quickest for elements asked about in document order.
  double distance(NodeIndex node, const Rect& bounds);

 private:
  // Half-open; all sides are turned so that "beside" reads "right of". In px, as numbers that are squared and compared
  // without a conversion: doubles hold every one exactly.
  struct Box {
    double left, top, right, bottom;
    double least_right;  // of the rectangles in it
  };
  struct Entry {
    Box box;
    uint32_t first;  // a leaf's node, or the first child on the level below
  };

  Box turned(const Rect& bounds) const;
  double at_least(const Box& box, const Box& from) const;
  void search(size_t level, size_t first, size_t last, NodeIndex node, const Box& from, double& best);

  Side side_;
  double reach_;
  std::vector<std::vector<Entry>> levels_;  // leaves first
  // The first of the leaves that are one parent's and had the one nearest to the last element. The next element is
  // seldom far: looked at first, they leave little to search.
  size_t nearby_ = 0;
};

}  // namespace surehand
