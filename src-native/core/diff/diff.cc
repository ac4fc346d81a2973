#include "core/diff/diff.h"

#include <algorithm>

#include "core/tree/identity.h"

namespace surehand {
namespace {

bool structural(Role role) {
  switch (role) {
    case Role::kGeneric:
    case Role::kGroup:
    case Role::kRow:
    case Role::kRowGroup:
    case Role::kColumn:
    case Role::kCell:
    case Role::kGridCell:
    case Role::kMenu:
      return true;
    default:
      return false;
  }
}

bool carries_text(const Snapshot& tree, NodeIndex node) {
  for (TextField field : {TextField::kName, TextField::kValue, TextField::kDescription}) {
    if (tree.text_id(field, node) > kEmptyText) return true;
  }
  return false;
}

// Scroll bars and all that is in them.
std::vector<bool> scroll_bars(const Snapshot& tree) {
  std::vector<bool> result(tree.size(), false);
  for (NodeIndex node = 0; node < tree.size(); ++node) {
    const NodeIndex parent = tree.parent(node);
    result[node] = tree.role(node) == Role::kScrollBar || (parent != kNoNode && result[parent]);
  }
  return result;
}

// The members of `sequence` that are not in its longest increasing subsequence: the fewest that must have
// moved for the others to have stayed.
std::vector<size_t> out_of_order(const std::vector<NodeIndex>& sequence) {
  if (std::is_sorted(sequence.begin(), sequence.end())) return {};
  std::vector<size_t> tails;  // index of the last member of the best run of each length
  std::vector<size_t> previous(sequence.size(), SIZE_MAX);
  for (size_t i = 0; i < sequence.size(); ++i) {
    const auto at =
        std::lower_bound(tails.begin(), tails.end(), i, [&](size_t a, size_t b) { return sequence[a] < sequence[b]; });
    if (at != tails.begin()) previous[i] = *(at - 1);
    if (at == tails.end())
      tails.push_back(i);
    else
      *at = i;
  }
  std::vector<bool> stayed(sequence.size(), false);
  for (size_t i = tails.back(); i != SIZE_MAX; i = previous[i]) stayed[i] = true;
  std::vector<size_t> result;
  for (size_t i = 0; i < sequence.size(); ++i) {
    if (!stayed[i]) result.push_back(i);
  }
  return result;
}

// Nodes of `tree` below a node whose counterpart in `other` is cut. `counterpart` by index in `tree`.
std::vector<bool> below_cuts(const Snapshot& tree, const Snapshot& other, const std::vector<NodeIndex>& counterpart) {
  if (other.complete()) return {};
  std::vector<bool> result(tree.size(), false);
  for (NodeIndex node = 1; node < tree.size(); ++node) {
    const NodeIndex parent = tree.parent(node);
    const NodeIndex there = counterpart[parent];
    result[node] = there == kNoNode ? result[parent] : other.cut(there) != nullptr;
  }
  return result;
}

// Whether reading ended before it was done: then what one node lacks was perhaps not read.
bool is_unfinished(const Snapshot& tree) {
  const Cut* cut = tree.cut(0);
  return cut != nullptr && (cut->reason == CutReason::kDeadline || cut->reason == CutReason::kUnresponsive);
}

// Where an element is: its bounds, and whether that is scrolled out of view. Scrolling a page turns the state of hundreds of elements.
bool is_geometry(const Change& change) {
  return change.kind == Change::Kind::kBounds ||
         (change.kind == Change::Kind::kState && change.state == State::kOffscreen);
}

class Comparison {
 public:
  Comparison(const Snapshot& before, const Snapshot& after, const DiffOptions& options)
      : before_(before),
        after_(after),
        options_(options),
        texts_(before, after),
        pairs_(pair_nodes(before, after, texts_)),
        old_scroll_(scroll_bars(before)),
        new_scroll_(scroll_bars(after)),
        unfinished_(is_unfinished(before) || is_unfinished(after)) {}

  Diff run() {
    std::vector<NodeIndex> survivors(before_.size(), kNoNode);
    for (NodeIndex node = 0; node < after_.size(); ++node) {
      if (pairs_[node] != kNoNode) survivors[pairs_[node]] = node;
    }
    const std::vector<bool> new_uncertain = below_cuts(after_, before_, pairs_);
    const std::vector<bool> old_uncertain = below_cuts(before_, after_, survivors);

    for (NodeIndex node = 0; node < after_.size(); ++node) {
      const NodeIndex old_node = pairs_[node];
      if (old_node == kNoNode) {
        if (!new_uncertain.empty() && new_uncertain[node])
          ++diff_.uncertain;
        else if (!noise(after_, node, new_scroll_))
          diff_.added.push_back(node);
        continue;
      }
      if (new_scroll_[node] && suppresses(NoiseRule::kScrollbars)) {
        if (!compare(old_node, node).empty() || moved_parent(old_node, node)) count(NoiseRule::kScrollbars);
        continue;
      }
      std::vector<Change> changes = compare(old_node, node);
      if (unfinished_ && !changes.empty()) {
        const auto unread = [&](const Change& change) { return may_be_unread(change, old_node, node); };
        changes.erase(std::remove_if(changes.begin(), changes.end(), unread), changes.end());
        if (changes.empty()) ++diff_.uncertain;
      }
      if (!changes.empty()) {
        if (suppresses(NoiseRule::kGeometry)) {
          const auto geometry = std::remove_if(changes.begin(), changes.end(), is_geometry);
          if (geometry != changes.end()) count(NoiseRule::kGeometry);
          changes.erase(geometry, changes.end());
        }
        if (!changes.empty()) diff_.modified.push_back({old_node, node, std::move(changes)});
      }
      if (moved_parent(old_node, node)) diff_.moved.push_back({old_node, node, false});
    }
    for (NodeIndex node = 0; node < before_.size(); ++node) {
      if (survivors[node] != kNoNode) continue;
      if (!old_uncertain.empty() && old_uncertain[node])
        ++diff_.uncertain;
      else if (!noise(before_, node, old_scroll_))
        diff_.removed.push_back(node);
    }
    compare_order();
    if (!diff_.removed.empty()) diff_.viewport_before = viewport(before_);
    if (!diff_.added.empty() || !diff_.modified.empty() || !diff_.moved.empty())
      diff_.viewport_after = viewport(after_);
    return std::move(diff_);
  }

 private:
  bool suppresses(NoiseRule rule) const { return options_.suppress[static_cast<size_t>(rule)]; }
  void count(NoiseRule rule) { ++diff_.suppressed[static_cast<size_t>(rule)]; }

  bool noise(const Snapshot& tree, NodeIndex node, const std::vector<bool>& scroll) {
    if (scroll[node] && suppresses(NoiseRule::kScrollbars)) {
      count(NoiseRule::kScrollbars);
      return true;
    }
    if (suppresses(NoiseRule::kStructure) && structural(tree.role(node)) && !carries_text(tree, node)) {
      count(NoiseRule::kStructure);
      return true;
    }
    return false;
  }

  bool moved_parent(NodeIndex old_node, NodeIndex node) const {
    const NodeIndex old_parent = before_.parent(old_node);
    const NodeIndex parent = after_.parent(node);
    if (parent == kNoNode || old_parent == kNoNode) return parent != old_parent;
    return pairs_[parent] != old_parent;
  }

  std::vector<Change> compare(NodeIndex old_node, NodeIndex node) const {
    std::vector<Change> changes;
    if (before_.role(old_node) != after_.role(node)) changes.push_back({Change::Kind::kRole});
    for (size_t i = 0; i < kTextFields; ++i) {
      const auto field = static_cast<TextField>(i);
      if (texts_[before_.text_id(field, old_node)] != after_.text_id(field, node))
        changes.push_back({Change::Kind::kText, field});
    }
    const States old_states = before_.states(old_node);
    const States states = after_.states(node);
    if (!(old_states == states)) {
      const uint32_t differing = (old_states.on ^ states.on) | (old_states.applicable ^ states.applicable);
      for (uint32_t rest = differing; rest != 0; rest &= rest - 1) {
        const State state = base_state(static_cast<State>(rest & ~(rest - 1)));
        const bool there = std::any_of(changes.begin(), changes.end(), [&](const Change& change) {
          return change.kind == Change::Kind::kState && change.state == state;
        });
        if (!there) changes.push_back({Change::Kind::kState, {}, state});
      }
    }
    compare_attributes(old_node, node, changes);
    const auto [old_actions, old_actions_end] = before_.actions(old_node);
    const auto [actions, actions_end] = after_.actions(node);
    if (!std::equal(old_actions, old_actions_end, actions, actions_end,
                    [&](TextId a, TextId b) { return texts_[a] == b; }))
      changes.push_back({Change::Kind::kActions});
    if (!(before_.bounds(old_node) == after_.bounds(node))) changes.push_back({Change::Kind::kBounds});
    return changes;
  }

  // Whether a difference may be that one of the two was not read; a role is told more exactly by attributes.
  bool may_be_unread(const Change& change, NodeIndex old_node, NodeIndex node) const {
    switch (change.kind) {
      case Change::Kind::kText:
        return before_.text_id(change.field, old_node) == kNoText || after_.text_id(change.field, node) == kNoText;
      case Change::Kind::kState:
        return false;
      case Change::Kind::kBounds:
        return !before_.bounds(old_node) || !after_.bounds(node);
      case Change::Kind::kRole:
      case Change::Kind::kAttribute:
      case Change::Kind::kActions:
        return true;
    }
    return true;
  }

  void compare_attributes(NodeIndex old_node, NodeIndex node, std::vector<Change>& changes) const {
    const auto [old_first, old_last] = before_.attributes(old_node);
    const auto [first, last] = after_.attributes(node);
    const auto same = [&](const Snapshot::Attribute& a, const Snapshot::Attribute& b) {
      return texts_[a.key] == b.key && texts_[a.value] == b.value;
    };
    if (std::equal(old_first, old_last, first, last, same)) return;
    const auto add = [&](std::string_view key) {
      Change change{Change::Kind::kAttribute};
      change.attribute = key;
      changes.push_back(std::move(change));
    };
    for (auto attribute = old_first; attribute != old_last; ++attribute) {
      const auto found = std::find_if(first, last, [&](const auto& b) { return texts_[attribute->key] == b.key; });
      if (found == last || texts_[attribute->value] != found->value) add(before_.table().view(attribute->key));
    }
    for (auto attribute = first; attribute != last; ++attribute) {
      const auto found =
          std::find_if(old_first, old_last, [&](const auto& a) { return texts_[a.key] == attribute->key; });
      if (found == old_last) add(after_.table().view(attribute->key));
    }
  }

  // Siblings that changed places among those that stayed under the same parent.
  void compare_order() {
    std::vector<NodeIndex> nodes, old_nodes;
    for (NodeIndex parent = 0; parent < after_.size(); ++parent) {
      if (pairs_[parent] == kNoNode || parent + 1 >= after_.subtree_end(parent)) continue;
      nodes.clear();
      old_nodes.clear();
      for (NodeIndex child = parent + 1; child < after_.subtree_end(parent); child = after_.subtree_end(child)) {
        const NodeIndex old_child = pairs_[child];
        if (old_child == kNoNode || before_.parent(old_child) != pairs_[parent]) continue;
        nodes.push_back(child);
        old_nodes.push_back(old_child);
      }
      for (size_t i : out_of_order(old_nodes)) {
        if (new_scroll_[nodes[i]] && suppresses(NoiseRule::kScrollbars))
          count(NoiseRule::kScrollbars);
        else if (suppresses(NoiseRule::kOrder))
          count(NoiseRule::kOrder);
        else
          diff_.moved.push_back({old_nodes[i], nodes[i], true});
      }
    }
    std::sort(diff_.moved.begin(), diff_.moved.end(), [](const Moved& a, const Moved& b) { return a.after < b.after; });
  }

  const Snapshot& before_;
  const Snapshot& after_;
  const DiffOptions& options_;
  const TextTranslation texts_;
  const std::vector<NodeIndex> pairs_;
  const std::vector<bool> old_scroll_;
  const std::vector<bool> new_scroll_;
  const bool unfinished_;
  Diff diff_;
};

}  // namespace

Diff diff(const Snapshot& before, const Snapshot& after, const DiffOptions& options) {
  return Comparison(before, after, options).run();
}

std::string Diff::summary() const {
  std::string text;
  const auto part = [&](size_t count, std::string_view word) {
    if (count == 0) return;
    if (!text.empty()) text += ", ";
    text += std::to_string(count) + " " + std::string(word);
  };
  part(added.size(), "added");
  part(removed.size(), "removed");
  part(modified.size(), "modified");
  part(moved.size(), "moved");
  return text.empty() ? "no change" : text;
}

}  // namespace surehand
