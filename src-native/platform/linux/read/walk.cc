#include "platform/linux/quirks/shows.h"
#include "platform/linux/read/read.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {

Walk::Walk(TreeReader& reader) : reader_(reader) {
  reader_.on_answer([this](NodeId node, Field field) { answered(node, field); });
}

Walk::~Walk() { reader_.on_answer(nullptr); }

void Walk::visit(NodeId node) {
  if (reader_.reads_states()) reader_.ask(node, Field::kState);
  // Of what may turn out hidden, nothing else is asked until its states are known.
  if (!reader_.options().only_visible) {
    reader_.ask_basics(node);
    children_of(node);
  }
}

void Walk::children_of(NodeId node) {
  ++reader_.tree.nodes[node].awaited;
  reader_.ask(node, Field::kChildCount);
}

void Walk::answered(NodeId id, Field field) {
  Tree& tree = reader_.tree;
  if (field == Field::kState && reader_.options().only_visible) {
    const Node& node = tree.nodes[id];
    if (node.dropped) return;
    if (!node.in(showing_state(reader_.application().toolkit)) && node.parent != kNone) {
      tree.nodes[id].dropped = true;
      tree.cut(node.parent, CutReason::kHidden);
      return;
    }
    reader_.ask_basics(id);
    children_of(id);
  } else if (field == Field::kChildCount) {
    --tree.nodes[id].awaited;
    look_below(id);
  } else if (field == Field::kChildren) {
    --tree.nodes[id].awaited;
    if (tree.nodes[id].first == kNone) tree.cut(id, CutReason::kFailed, "none of its children can be listed");
    for (NodeId child = tree.nodes[id].first; child != kNone; child = tree.nodes[child].next) enter(child);
  } else if (field == Field::kChild) {
    --tree.nodes[id].awaited;
    if (tree.nodes[id].last != kNone) enter(tree.nodes[id].last);
  }
}

void Walk::enter(NodeId id) {
  Node& node = reader_.tree.nodes[id];
  if (node.visited) return;
  node.visited = true;
  const uint32_t most = reader_.options().max_nodes;
  if (node.known) {
    if (known_) known_(id);
  } else if (most == 0 || id < most) {
    visit(id);  // those beyond stay unread, which the snapshot says
  }
}

void Walk::look_below(NodeId id) {
  Tree& tree = reader_.tree;
  const Node& node = tree.nodes[id];
  if (node.dropped || node.child_count == 0) return;
  if (node.child_count < 0) {
    tree.cut(id, CutReason::kFailed, "the application does not say what is below");
    return;
  }
  if (!ChildCount::of(node.child_count)) {
    reader_.application().notes.huge_container = true;
    tree.cut(id, CutReason::kVirtual, std::to_string(node.child_count) + " children");
    return;
  }
  if (node.depth >= reader_.options().max_depth) {
    tree.cut(id, CutReason::kBudget);
    return;
  }
  if (reader_.application().toolkit != Toolkit::kGtk4) {
    ++tree.nodes[id].awaited;
    reader_.ask(id, Field::kChildren);
    return;
  }
  // GetChildren of GTK 4.8 leaves out the pages of a stack, which GetChildAtIndex, Parent and GetItems know.
  const int32_t count = node.child_count;
  tree.nodes[id].awaited += count;
  for (int32_t i = 0; i < count; ++i) reader_.ask(id, Field::kChild, static_cast<uint16_t>(i));
}

void read_walk(TreeReader& reader) {
  Walk walk(reader);
  walk.visit(0);
  if (walk.settle()) reader.ask_contents();
  reader.settle();
}

}  // namespace surehand::atspi
