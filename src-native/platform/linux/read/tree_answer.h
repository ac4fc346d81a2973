#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "platform/linux/read/tree_reader.h"

namespace surehand::atspi {

// The answer of Collection.GetTree, `a((so)a{sv})`: a subtree in document order, without depths. What it
// lists is really there, whatever GetItems has besides (zombies) or lacks (what came while no client listened).
class TreeAnswer {
 public:
  explicit TreeAnswer(TreeReader& reader) : reader_(reader), tree_(reader.tree) {}

  // Puts what it says into the tree; nodes have no places yet. False when it is no such answer.
  bool read(const dbus::Reply& reply);
  // A later answer, with more about the nodes of the first.
  void read_again(const dbus::Reply& reply);

  // The nodes in document order; the first is the root of the subtree.
  const std::vector<NodeId>& order() const { return order_; }

  // Gives each node but the first its place. In document order a node belongs to the deepest of the nodes
  // before it that still misses children, and should name that one as its parent. Where it does not
  // (LibreOffice's root panes skip two levels, and a child that is null is counted but not listed), the
  // application is asked who is right.
  void place();

 private:
  struct Open {
    NodeId node;
    int32_t missing;  // children yet to come; negative: the count was never known
  };

  NodeId node_of(dbus::Reader& body);
  NodeId bad_node();
  void properties(dbus::Reader& body, NodeId id);
  bool resolve();
  size_t depth_of(NodeId id, std::vector<Open>& open);
  size_t depth_named(std::string_view path, const std::vector<Open>& open) const;
  bool ask_disputed();

  TreeReader& reader_;
  Tree& tree_;
  std::vector<NodeId> order_;
  std::vector<NodeId> parents_;
  std::vector<NodeId> disputed_;
  std::vector<uint32_t> open_at_;  // by node: how many were open with it when it was opened last
  std::unordered_map<NodeId, std::unordered_set<NodeId>> children_;  // of the disputed, as they say
};

// What to ask a GetTree for, given what the caller wants.
std::vector<TreeProperty> tree_properties(const TreeReader& reader);

}  // namespace surehand::atspi
