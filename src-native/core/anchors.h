#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/snapshot.h"

namespace surehand {

enum class Side : uint8_t { kRightOf, kLeftOf, kAbove, kBelow, kNear };

inline constexpr double kNoDistance = std::numeric_limits<double>::infinity();

// The elements that others are beside or near of, packed into a tree of rectangles, so that the nearest one
// is found without looking at all. Elements without an area are beside nothing.
class Anchors {
 public:
  Anchors(Side side, double reach, const std::vector<std::pair<NodeIndex, Rect>>& elements);

  // px, edge to edge, from `node` to the nearest anchor other than itself that it is beside (or within reach
  // of); kNoDistance when there is none.
  double distance(NodeIndex node, const Rect& bounds) const;

 private:
  // Half-open; all sides are turned so that "beside" reads "right of".
  struct Box {
    int64_t left, top, right, bottom;
    int64_t least_right;  // of the rectangles in it
  };
  struct Entry {
    Box box;
    uint32_t first;  // a leaf's node, or the first child on the level below
  };

  Box turned(const Rect& bounds) const;
  double at_least(const Box& box, const Box& from) const;
  void search(size_t level, size_t first, size_t last, NodeIndex node, const Box& from, double& best) const;

  Side side_;
  double reach_;
  std::vector<std::vector<Entry>> levels_;  // leaves first
};

}  // namespace surehand
