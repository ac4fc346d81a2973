#include "core/mirror/splice.h"

#include <utility>

#include "core/text/hash.h"

namespace surehand {
namespace {

// Levels, as many as a tree may have.
constexpr size_t kDeepest = 250;

class Splice {
 public:
  Splice(const Snapshot& whole, const Refreshed& refreshed)
      : whole_(whole),
        parts_(*refreshed.parts),
        children_(refreshed.children),
        known_(whole),
        read_(parts_),
        builder_(whole),
        used_whole_(whole.size()),
        used_parts_(parts_.size()) {}

  SnapshotPtr run(const std::shared_ptr<RefBook>& refs, double captured_at, double duration) {
    if (whole_.size() == 0 || parts_.size() == 0 || !add(0, 0, false)) return nullptr;
    return builder_.finish(whole_.app_key(), refs, captured_at, duration);
  }

 private:
  // False for an element that has a place already.
  static bool take(std::vector<bool>& used, NodeIndex node) {
    if (node == kNoNode) return true;
    if (used[node]) return false;
    used[node] = true;
    return true;
  }

  // `is_new`: it is in something that is new, so all of what it holds was read.
  bool add(NodeIndex in_whole, NodeIndex in_parts, bool is_new) {
    if (builder_.depth() > kDeepest) return false;
    if (!take(used_whole_, in_whole) || !take(used_parts_, in_parts)) return false;
    const bool is_read = in_parts != kNoNode;
    // The root is the application, of which nothing was asked.
    const NodeIndex copy =
        is_read && in_parts != 0 ? builder_.open_copy(parts_, in_parts) : builder_.open_copy(whole_, in_whole);
    const bool takes_parts = is_read && (in_whole == kNoNode || is_new);
    // What it lacked before, it lacks unless what it holds was read again.
    const Snapshot& below = takes_parts ? parts_ : whole_;
    if (const Cut* cut = below.cut(takes_parts ? in_parts : in_whole))
      builder_.cut(copy, cut->reason, below.table().view(cut->detail));
    if (!add_children(in_whole, in_parts, takes_parts)) return false;
    builder_.close();
    return true;
  }

  bool add_children(NodeIndex in_whole, NodeIndex in_parts, bool takes_parts) {
    const std::string_view identity = in_parts != kNoNode ? parts_.identity(in_parts) : whole_.identity(in_whole);
    if (const auto list = children_.find(std::string(identity)); list != children_.end()) {
      for (const std::string& child : list->second) {
        const NodeIndex known = known_.find(child);
        const NodeIndex read = read_.find(child);
        if (known == kNoNode && read == kNoNode) return false;
        if (!add_in(in_parts, known, read, false)) return false;
      }
      return true;
    }
    const Snapshot& tree = takes_parts ? parts_ : whole_;
    const NodeIndex node = takes_parts ? in_parts : in_whole;
    for (NodeIndex child = node + 1; child < tree.subtree_end(node); child = tree.subtree_end(child)) {
      const NodeIndex known = takes_parts ? known_.find(tree.identity(child)) : child;
      const NodeIndex read = takes_parts ? child : read_.find(tree.identity(child));
      if (!add_in(in_parts, known, read, takes_parts)) return false;
    }
    return true;
  }

  // What was read says what it is in, too: where that is another element, one of the two is no longer so.
  bool add_in(NodeIndex parent_in_parts, NodeIndex known, NodeIndex read, bool is_new) {
    if (read != kNoNode && parts_.parent(read) != parent_in_parts) return false;
    return add(known, read, is_new);
  }

  const Snapshot& whole_;
  const Snapshot& parts_;
  const std::unordered_map<std::string, std::vector<std::string>>& children_;
  const IdentityIndex known_;
  const IdentityIndex read_;
  SnapshotBuilder builder_;
  std::vector<bool> used_whole_;
  std::vector<bool> used_parts_;
};

}  // namespace

IdentityIndex::IdentityIndex(const Snapshot& tree) : tree_(tree) {
  size_t capacity = 16;
  while (capacity < tree.size() * size_t{2}) capacity *= 2;
  slots_.assign(capacity, kNoNode);
  for (NodeIndex node = 0; node < tree.size(); ++node) {
    size_t slot = hash_of(tree.identity(node)) & (capacity - 1);
    while (slots_[slot] != kNoNode) slot = (slot + 1) & (capacity - 1);
    slots_[slot] = node;
  }
}

NodeIndex IdentityIndex::find(std::string_view identity) const {
  const size_t mask = slots_.size() - 1;
  for (size_t slot = hash_of(identity) & mask; slots_[slot] != kNoNode; slot = (slot + 1) & mask) {
    if (tree_.identity(slots_[slot]) == identity) return slots_[slot];
  }
  return kNoNode;
}

SnapshotPtr splice(const Snapshot& whole, const Refreshed& refreshed, const std::shared_ptr<RefBook>& refs,
                   double captured_at, double duration) {
  return Splice(whole, refreshed).run(refs, captured_at, duration);
}

}  // namespace surehand
