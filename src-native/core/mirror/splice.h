#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/tree/snapshot.h"

namespace surehand {

// Parts of a tree that were read again.
struct Refreshed {
  // Elements in what they are in, as they are now; and below those new ones, with all that is in them.
  SnapshotPtr parts;
  // By identity: the elements that these hold now, in order. Each is known already, or is among the parts.
  std::unordered_map<std::string, std::vector<std::string>> children;
  // What was to be read and is in no tree any more.
  std::vector<std::string> gone;
};

// The tree with its parts in their places; what is in neither list stays as it is. Nothing where they do not fit together: an element
// would be in it twice, or is named and in neither.
SnapshotPtr splice(const Snapshot& whole, const Refreshed& refreshed, const std::shared_ptr<RefBook>& refs,
                   double captured_at, double duration);

// The nodes of a tree by identity.
class IdentityIndex {
 public:
  explicit IdentityIndex(const Snapshot& tree);
  // kNoNode when it is not there.
  NodeIndex find(std::string_view identity) const;

 private:
  const Snapshot& tree_;
  std::vector<NodeIndex> slots_;  // open addressing
};

}  // namespace surehand
