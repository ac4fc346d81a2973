#include "core/tree/identity.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "core/text/hash.h"

namespace surehand {
namespace {

// Open addressing over ids 0…count-1 of byte strings that live elsewhere.
template <class View>
class ByteIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  ByteIndex(uint32_t count, View view) : view_(std::move(view)) {
    size_t capacity = 16;
    while (capacity < count * size_t{2}) capacity *= 2;
    slots_.assign(capacity, kNone);
    for (uint32_t id = 0; id < count; ++id) {
      size_t slot = hash_of(view_(id)) & (capacity - 1);
      while (slots_[slot] != kNone && view_(slots_[slot]) != view_(id)) slot = (slot + 1) & (capacity - 1);
      if (slots_[slot] == kNone) slots_[slot] = id;
    }
  }

  uint32_t find(std::string_view bytes) const {
    size_t slot = hash_of(bytes) & (slots_.size() - 1);
    while (slots_[slot] != kNone) {
      if (view_(slots_[slot]) == bytes) return slots_[slot];
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return kNone;
  }

 private:
  View view_;
  std::vector<uint32_t> slots_;
};

// Binds what the platform itself calls the same. Trees that changed little are bound in step, without
// hashing.
void bind_by_identity(const Snapshot& before, const Snapshot& after, std::vector<NodeIndex>& pairs,
                      std::vector<bool>& taken) {
  auto bind = [&](NodeIndex old_node, NodeIndex new_node) {
    pairs[new_node] = old_node;
    taken[old_node] = true;
  };
  NodeIndex step = 0;
  std::vector<NodeIndex> left;
  for (NodeIndex node = 0; node < after.size(); ++node) {
    const std::string_view identity = after.identity(node);
    if (identity.empty()) continue;
    if (step < before.size() && !taken[step] && before.identity(step) == identity) {
      bind(step++, node);
      continue;
    }
    left.push_back(node);
    // After an insertion the old tree goes on where it was, after a removal further on: look a little ahead.
    for (NodeIndex ahead = step + 1; ahead < before.size() && ahead < step + 4; ++ahead) {
      if (!taken[ahead] && before.identity(ahead) == identity) {
        left.pop_back();
        bind(ahead, node);
        step = ahead + 1;
        break;
      }
    }
  }
  if (left.empty()) return;
  const ByteIndex index(before.size(), [&](uint32_t node) { return before.identity(node); });
  for (NodeIndex node : left) {
    const uint32_t old_node = index.find(after.identity(node));
    if (old_node != index.kNone && !taken[old_node]) bind(old_node, node);
  }
}

// The children of one node that the platform's identity left unbound, grouped by a key of plain numbers.
class Siblings {
 public:
  void add_before(uint64_t key, NodeIndex node) { groups_[key].before.push_back(node); }
  void add_after(uint64_t key, NodeIndex node) { groups_[key].after.push_back(node); }

  // As many on both sides: the first is the first, the second the second.
  template <class Bind>
  void bind_equals(bool only_unique, const Bind& bind) const {
    for (const auto& [key, group] : groups_) {
      if (group.before.size() != group.after.size()) continue;
      if (only_unique && group.before.size() != 1) continue;
      for (size_t i = 0; i < group.before.size(); ++i) bind(group.before[i], group.after[i]);
    }
  }

 private:
  struct Group {
    std::vector<NodeIndex> before;
    std::vector<NodeIndex> after;
  };
  std::unordered_map<uint64_t, Group> groups_;
};

template <class Visit>
void for_each_child(const Snapshot& tree, NodeIndex node, const Visit& visit) {
  for (NodeIndex child = node + 1; child < tree.subtree_end(node); child = tree.subtree_end(child)) visit(child);
}

}  // namespace

TextTranslation::TextTranslation(const Snapshot& from, const Snapshot& to) : ids_(from.table().size(), kAbsent) {
  const TextTable& old_texts = from.table();
  const TextTable& new_texts = to.table();
  ids_[kNoText] = kNoText;
  std::vector<TextId> left;
  // Two readings of one application number most texts alike.
  for (TextId id = kNoText + 1; id < old_texts.size(); ++id) {
    if (id < new_texts.size() && old_texts.view(id) == new_texts.view(id))
      ids_[id] = id;
    else
      left.push_back(id);
  }
  if (left.empty()) return;
  // Number 0, no text, reads as the empty text, which has a number of its own.
  const ByteIndex index(new_texts.size() - 1, [&](uint32_t i) { return new_texts.view(i + 1); });
  for (TextId id : left) {
    const uint32_t found = index.find(old_texts.view(id));
    if (found != index.kNone) ids_[id] = found + 1;
  }
}

std::vector<NodeIndex> pair_nodes(const Snapshot& before, const Snapshot& after, const TextTranslation& texts) {
  std::vector<NodeIndex> pairs(after.size(), kNoNode);
  std::vector<bool> taken(before.size(), false);
  if (before.size() == 0 || after.size() == 0) return pairs;
  if (before.shares_identities(after)) bind_by_identity(before, after, pairs, taken);

  const auto bind = [&](NodeIndex old_node, NodeIndex new_node) {
    pairs[new_node] = old_node;
    taken[old_node] = true;
  };
  if (pairs[0] == kNoNode && !taken[0] && before.role(0) == after.role(0)) bind(0, 0);

  // Parents come before their children, so what is bound here is there when its own children are looked at.
  std::vector<NodeIndex> old_children, new_children;
  for (NodeIndex node = 0; node < after.size(); ++node) {
    const NodeIndex old_node = pairs[node];
    if (old_node == kNoNode) continue;
    const auto collect = [&] {
      old_children.clear();
      new_children.clear();
      for_each_child(after, node, [&](NodeIndex child) {
        if (pairs[child] == kNoNode) new_children.push_back(child);
      });
      if (new_children.empty()) return false;
      for_each_child(before, old_node, [&](NodeIndex child) {
        if (!taken[child]) old_children.push_back(child);
      });
      return !old_children.empty();
    };
    if (!collect()) continue;
    // The same children in the same order need no tables: most nodes of most trees.
    const auto alike = [&](NodeIndex old_child, NodeIndex new_child) {
      return before.role(old_child) == after.role(new_child) &&
             texts[before.text_id(TextField::kName, old_child)] == after.text_id(TextField::kName, new_child) &&
             texts[before.text_id(TextField::kId, old_child)] == after.text_id(TextField::kId, new_child);
    };
    if (std::equal(old_children.begin(), old_children.end(), new_children.begin(), new_children.end(), alike)) {
      for (size_t i = 0; i < new_children.size(); ++i) bind(old_children[i], new_children[i]);
      continue;
    }

    const auto old_text = [&](TextField field, NodeIndex child) { return texts[before.text_id(field, child)]; };
    Siblings by_id;
    for (NodeIndex child : old_children) {
      const TextId id = old_text(TextField::kId, child);
      if (id != kNoText && id != TextTranslation::kAbsent) by_id.add_before(id, child);
    }
    for (NodeIndex child : new_children) {
      const TextId id = after.text_id(TextField::kId, child);
      if (id != kNoText) by_id.add_after(id, child);
    }
    by_id.bind_equals(true, bind);
    if (!collect()) continue;

    const auto role_and_name = [](Role role, TextId name) {
      return (uint64_t{static_cast<uint8_t>(role)} << 32) | name;
    };
    Siblings by_name;
    for (NodeIndex child : old_children) {
      const TextId name = old_text(TextField::kName, child);
      if (name != TextTranslation::kAbsent) by_name.add_before(role_and_name(before.role(child), name), child);
    }
    for (NodeIndex child : new_children)
      by_name.add_after(role_and_name(after.role(child), after.text_id(TextField::kName, child)), child);
    by_name.bind_equals(false, bind);
  }
  return pairs;
}

}  // namespace surehand
