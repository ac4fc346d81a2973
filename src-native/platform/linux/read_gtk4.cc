#include <algorithm>
#include <tuple>
#include <vector>

#include "platform/linux/cache_items.h"
#include "platform/linux/read.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

// Hangs the items of the cache under their parents, in order. What has no way up to the root stays out: GTK 4
// also lists widgets that are in no window. Where the cache lists fewer children than there are (new widgets
// are missing from it until somebody asks for them), the application is asked.
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
      const auto first = std::lower_bound(listed_.begin(), listed_.end(), Listed{id, INT32_MIN, 0});
      auto last = first;
      while (last != listed_.end() && last->parent == id) ++last;
      if (last - first != tree_.nodes[id].child_count) {
        walk_.children_of(id);
        continue;
      }
      for (auto it = first; it != last; ++it) {
        if (tree_.link(id, it->node)) queue.push_back(it->node);
      }
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

  // Extents also tell what shows: a widget on a hidden page is `visible`, but has no size.
  void details(NodeId id) {
    if (tree_.nodes[id].has(Interface::kComponent)) reader_.ask(id, Field::kExtents);
    if (reader_.options().attributes) reader_.ask(id, Field::kAttributes);
  }

  TreeReader& reader_;
  Tree& tree_;
  Walk& walk_;
  std::vector<Listed> listed_;
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
  if (walk.settle()) reader.ask_contents();
  reader.settle();
  return true;
}

}  // namespace surehand::atspi
