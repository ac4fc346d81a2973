#include "platform/linux/read/placement.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "core/text/hash.h"
#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/quirks/shows.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {

bool Placement::Listed::operator<(const Listed& other) const {
  return std::tie(parent, index, node) < std::tie(other.parent, other.index, other.node);
}

Placement::Placement(TreeReader& reader, Walk& walk, std::function<void(NodeId)> reached)
    : reader_(reader), tree_(reader.tree), walk_(walk), reached_(std::move(reached)) {
  const NodeId count = static_cast<NodeId>(tree_.nodes.size());
  listed_.reserve(count);
  for (NodeId id = 1; id < count; ++id) {
    const NodeId parent = tree_.find({}, tree_.nodes[id].listed_parent);
    if (parent != kNone) listed_.push_back({parent, tree_.nodes[id].listed_index, id});
  }
  std::sort(listed_.begin(), listed_.end());
  walk_.on_known([this](NodeId id) {
    if (!leave_out(id)) below(id);
  });
}

void Placement::place() {
  if (tree_.nodes[0].known) {
    below(0);
  } else {
    walk_.visit(0);
  }
}

void Placement::below(NodeId start) {
  std::vector<NodeId> queue{start};
  for (size_t next = 0; next < queue.size(); ++next) {
    const NodeId id = queue[next];
    reached_(id);
    if (tree_.nodes[id].depth >= reader_.options().max_depth) {
      if (tree_.nodes[id].child_count != 0) tree_.cut(id, CutReason::kBudget);
      continue;
    }
    const Listing children = listing(id);
    if (!fits(id, children)) {
      asked_.push_back(id);
      walk_.children_of(id);
      continue;
    }
    for (auto it = children.first; it != children.second; ++it) {
      if (tree_.link(id, it->node) && !leave_out(it->node)) queue.push_back(it->node);
    }
  }
}

bool Placement::leave_out(NodeId id) {
  Node& node = tree_.nodes[id];
  if (!reader_.options().only_visible || node.in(showing_state(reader_.application().toolkit))) return false;
  // Those of GTK 2's open menus do not say that they show; it is found out once their places are known.
  if (is_gtk2(reader_.application()) && node.parent != kNone && role_of(tree_.nodes[node.parent].role) == Role::kMenu) {
    return false;
  }
  node.dropped = true;
  tree_.cut(node.parent, CutReason::kHidden);
  return true;
}

Placement::Listing Placement::listing(NodeId id) const {
  const auto first = std::lower_bound(listed_.begin(), listed_.end(), Listed{id, INT32_MIN, 0});
  auto last = first;
  while (last != listed_.end() && last->parent == id) ++last;
  return {first, last};
}

bool Placement::fits(NodeId id, const Listing& children) const {
  const auto count = children.second - children.first;
  if (count != tree_.nodes[id].child_count) return false;
  if (count == 0) return true;
  if (only_confirmed_) return is_confirmed(id, children);
  int32_t index = 0;
  for (auto it = children.first; it != children.second; ++it) {
    if (it->index != index++) return false;
  }
  return true;
}

// Removing some leaves the others where they were: no reason to ask for all of them again.
bool Placement::is_confirmed(NodeId id, const Listing& children) const {
  const auto& confirmed = reader_.application().notes.confirmed_children;
  const auto known = confirmed.find(hash(id));
  if (known == confirmed.end()) return false;
  auto next = known->second.begin();
  for (auto it = children.first; it != children.second; ++it) {
    next = std::find(next, known->second.end(), hash(it->node));
    if (next == known->second.end()) return false;
    ++next;
  }
  return true;
}

void Placement::confirm() {
  for (NodeId id : asked_) {
    const Listing children = listing(id);
    std::vector<uint64_t> hashes;
    NodeId child = tree_.nodes[id].first;
    auto it = children.first;
    while (it != children.second && child == it->node) {
      hashes.push_back(hash(child));
      child = tree_.nodes[child].next;
      ++it;
    }
    if (it == children.second && child == kNone) {
      reader_.application().notes.confirmed_children[hash(id)] = std::move(hashes);
    }
  }
}

uint64_t Placement::hash(NodeId id) const { return hash_of(tree_.nodes[id].path); }

}  // namespace surehand::atspi
