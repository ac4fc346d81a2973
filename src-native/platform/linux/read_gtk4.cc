#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "platform/linux/cache_items.h"
#include "platform/linux/read.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

// Hangs the items of the cache under their parents, in order. What has no way up to the root stays out: GTK 4
// also lists widgets that are in no window. And it leaves out what nobody has asked for yet (the pages of a
// stack, new widgets), claiming a grandparent for what is below; so a node's children are believed to be as
// listed only once GetChildAtIndex has said the same.
class Placement {
 public:
  Placement(TreeReader& reader, Walk& walk) : reader_(reader), tree_(reader.tree), walk_(walk) {
    const NodeId count = static_cast<NodeId>(tree_.nodes.size());
    listed_.reserve(count);
    for (NodeId id = 1; id < count; ++id) {
      const NodeId parent = tree_.find({}, tree_.nodes[id].listed_parent);
      if (parent != kNone) listed_.push_back({parent, tree_.nodes[id].listed_index, id});
    }
    std::sort(listed_.begin(), listed_.end());
    walk_.on_known([this](NodeId id) { below(id); });
  }

  void below(NodeId start) {
    std::vector<NodeId> queue{start};
    for (size_t next = 0; next < queue.size(); ++next) {
      const NodeId id = queue[next];
      details(id);
      if (tree_.nodes[id].depth >= reader_.options().max_depth) {
        if (tree_.nodes[id].child_count > 0) tree_.cut(id, CutReason::kBudget);
        continue;
      }
      const auto [first, last] = listing(id);
      if (first == last && tree_.nodes[id].child_count == 0) continue;
      const bool counted = last - first == tree_.nodes[id].child_count;
      if (!counted || confirmed().count(digest(id, first, last)) == 0) {
        asked_.push_back(id);
        if (counted) {
          walk_.list(id);
        } else {
          walk_.children_of(id);  // the count of the application element is wrong in the cache
        }
        continue;
      }
      for (auto it = first; it != last; ++it) {
        if (tree_.link(id, it->node)) queue.push_back(it->node);
      }
    }
  }

  // Remembers which of the listings were right.
  void confirm() {
    for (NodeId id : asked_) {
      const auto [first, last] = listing(id);
      NodeId child = tree_.nodes[id].first;
      auto it = first;
      while (it != last && child == it->node) {
        child = tree_.nodes[child].next;
        ++it;
      }
      if (it == last && child == kNone) confirmed().insert(digest(id, first, last));
    }
  }

 private:
  struct Listed {
    NodeId parent;
    int32_t index;
    NodeId node;
    bool operator<(const Listed& other) const {
      return std::tie(parent, index, node) < std::tie(other.parent, other.index, other.node);
    }
  };

  using Listing = std::vector<Listed>::const_iterator;

  std::pair<Listing, Listing> listing(NodeId id) const {
    const auto first = std::lower_bound(listed_.begin(), listed_.end(), Listed{id, INT32_MIN, 0});
    auto last = first;
    while (last != listed_.end() && last->parent == id) ++last;
    return {first, last};
  }

  uint64_t digest(NodeId id, Listing first, Listing last) const {
    const std::hash<std::string_view> hash;
    uint64_t sum = hash(tree_.nodes[id].path);
    for (auto it = first; it != last; ++it)
      sum = sum * 0x9e3779b97f4a7c15u + hash(tree_.nodes[it->node].path);
    return sum;
  }

  std::unordered_set<uint64_t>& confirmed() { return reader_.application().notes.confirmed_listings; }

  // Extents also tell what shows: a widget on a hidden page is `visible`, but has no size.
  void details(NodeId id) {
    if (tree_.nodes[id].has(Interface::kComponent)) reader_.ask(id, Field::kExtents);
    if (reader_.options().attributes) reader_.ask(id, Field::kAttributes);
  }

  TreeReader& reader_;
  Tree& tree_;
  Walk& walk_;
  std::vector<Listed> listed_;
  std::vector<NodeId> asked_;
};

}  // namespace

bool read_gtk4(TreeReader& reader) {
  bool has_items = false;
  reader.send(reader.caller().method({reader.application().key, kCachePath}, Method::kGetItems),
              [&](const dbus::Reply& reply) {
                has_items = read_items(reply, reader.application().key, reader.tree);
              });
  if (!reader.settle()) return true;
  if (!has_items || !reader.tree.nodes[0].known) return false;

  Walk walk(reader);
  Placement placement(reader, walk);
  placement.below(0);
  if (walk.settle()) {
    placement.confirm();
    reader.ask_contents();
  }
  reader.settle();
  return true;
}

}  // namespace surehand::atspi
