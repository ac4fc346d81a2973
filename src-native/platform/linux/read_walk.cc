#include "platform/linux/read.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {

Walk::Walk(TreeReader& reader) : reader_(reader) {
  reader_.on_answer([this](NodeId node, Field field) { answered(node, field); });
}

Walk::~Walk() { reader_.on_answer(nullptr); }

void Walk::visit(NodeId node) {
  reader_.ask(node, Field::kState);
  // Of what may turn out hidden, nothing else is asked until its states are known.
  if (!reader_.options().only_visible) {
    reader_.ask_basics(node);
    reader_.ask(node, Field::kChildCount);
  }
}

void Walk::children_of(NodeId node) { reader_.ask(node, Field::kChildCount); }

void Walk::answered(NodeId id, Field field) {
  Tree& tree = reader_.tree;
  if (field == Field::kState && reader_.options().only_visible) {
    const Node& node = tree.nodes[id];
    if (node.dropped) return;
    // GTK 4 says SHOWING of windows alone.
    const uint64_t shows =
        reader_.application().toolkit == Toolkit::kGtk4 ? state::kVisible : state::kShowing;
    if (!node.in(shows) && node.parent != kNone) {
      tree.nodes[id].dropped = true;
      tree.cut(node.parent, CutReason::kHidden);
      return;
    }
    reader_.ask_basics(id);
    reader_.ask(id, Field::kChildCount);
  } else if (field == Field::kChildCount) {
    look_below(id);
  } else if (field == Field::kChildren) {
    const uint32_t most = reader_.options().max_nodes;
    for (NodeId child = tree.nodes[id].first; child != kNone; child = tree.nodes[child].next) {
      if (tree.nodes[child].known) {
        if (known_) known_(child);
      } else if (most == 0 || child < most) {
        visit(child);  // those beyond stay unread, which the snapshot says
      }
    }
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
  reader_.ask(id, Field::kChildren);
}

void read_walk(TreeReader& reader) {
  Walk walk(reader);
  walk.visit(0);
  if (walk.settle()) reader.ask_contents();
  reader.settle();
}

}  // namespace surehand::atspi
