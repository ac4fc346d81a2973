#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "platform/linux/read/read.h"

namespace surehand::atspi {

// Hangs the items of Cache.GetItems under their parents, in order, from the root down, without asking
// anything as long as a node's children are listed as many as it says and in places that fit. Otherwise the
// application is asked for them. What has no way up to the root stays out. What does not show is left out
// when the caller wants only what shows.
class Placement {
 public:
  // `reached` is called for each node that gets its place.
  Placement(TreeReader& reader, Walk& walk, std::function<void(NodeId)> reached);

  // GTK 4's listing may fit and be wrong: believed only when it was confirmed before, or is what was left of it.
  void believe_only_confirmed() { only_confirmed_ = true; }
  void place();
  // Remembers which of the listings that were asked about were right.
  void confirm();

 private:
  struct Listed {
    NodeId parent;
    int32_t index;
    NodeId node;
    bool operator<(const Listed& other) const;
  };
  using Listing = std::pair<std::vector<Listed>::const_iterator, std::vector<Listed>::const_iterator>;

  void below(NodeId start);
  bool leave_out(NodeId node);
  Listing listing(NodeId node) const;
  bool fits(NodeId node, const Listing& listing) const;
  bool is_confirmed(NodeId node, const Listing& listing) const;
  uint64_t hash(NodeId node) const;

  TreeReader& reader_;
  Tree& tree_;
  Walk& walk_;
  std::function<void(NodeId)> reached_;
  std::vector<Listed> listed_;  // sorted
  std::vector<NodeId> asked_;
  bool only_confirmed_ = false;
};

}  // namespace surehand::atspi
