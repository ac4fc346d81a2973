#pragma once

#include <vector>

#include "core/tree/snapshot.h"

namespace surehand {

// The modal dialogs that a tree shows. One below a window (a sheet), or in a document, keeps what it is below from being
// used and nothing else; one at the top does so with the application. Of several over the same, the one that is active
// takes the input, else the last, which was opened on top of the others.
class Modals {
 public:
  // `snapshot` outlives it.
  explicit Modals(const Snapshot& snapshot);

  // The dialog that keeps `node` from being used, or kNoNode. Constant time, but for the number of windows.
  NodeIndex over(NodeIndex node) const;

 private:
  struct Range {
    NodeIndex first, last;
    bool has(NodeIndex node) const { return node >= first && node < last; }
  };
  struct Modal {
    NodeIndex node;
    Range place;  // what it keeps from being used
    bool whole_application;
    bool active;
  };

  Range range(NodeIndex node) const { return {node, snapshot_.subtree_end(node)}; }
  void add(NodeIndex node);
  void spare_windows(NodeIndex application);

  const Snapshot& snapshot_;
  std::vector<Modal> modals_;
  // Windows that a modal of the application leaves alone.
  std::vector<Range> spared_;
};

}  // namespace surehand
