#include <deque>
#include <vector>

#include "platform/linux/read/read.h"
#include "platform/linux/read/tree_answer.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// The rows of one generation of lists: a GetTree for each row, and of each element in it what a GetTree
// cannot say. Most rows are one element: what else is asked of those does not wait for the tree.
class Rows {
 public:
  explicit Rows(TreeReader& reader) : reader_(reader), tree_(reader.tree), properties_(tree_properties(reader)) {
    properties_.push_back(TreeProperty::kName);
    if (reader.options().attributes) properties_.push_back(TreeProperty::kDescription);
    // Without it a row's elements would have no places.
    const bool is_listed = reader.application().traits().cache_lacks_list_counts;  // see tree_properties()
    if (!is_listed) properties_.push_back(TreeProperty::kChildCount);
  }

  void list(NodeId container) {
    const int32_t count = tree_.nodes[container].child_count;
    if (count <= 0) return;
    if (!ChildCount::of(count)) {
      reader_.application().notes.huge_container = true;
      tree_.cut(container, CutReason::kVirtual, std::to_string(count) + " children");
      if (tree_.nodes[container].role == role::kTable) sheets_.push_back(container);
      return;
    }
    ++tree_.nodes[container].awaited;
    reader_.ask(container, Field::kChildren);
  }

  void listed(NodeId container) {
    --tree_.nodes[container].awaited;
    for (NodeId row = tree_.nodes[container].first; row != kNone; row = tree_.nodes[row].next) {
      if (!tree_.nodes[row].visited) enter(row);
    }
  }

  // The lists among the rows, which have rows of their own.
  std::vector<NodeId> place() {
    std::vector<NodeId> inner;
    for (TreeAnswer& answer : answers_) {
      answer.place();
      for (NodeId id : answer.order()) {
        if (tree_.nodes[id].in(state::kManagesDescendants)) inner.push_back(id);
      }
    }
    return inner;
  }

  // What has too many rows to list.
  const std::vector<NodeId>& sheets() const { return sheets_; }

 private:
  void enter(NodeId row) {
    tree_.nodes[row].visited = true;
    const uint32_t most = reader_.options().max_nodes;
    if (most != 0 && row >= most) return;  // stays unread, which the snapshot says
    TreeAnswer& answer = answers_.emplace_back(reader_);
    const Object object = tree_.object(row, reader_.application().key);
    reader_.send([this, object](Caller& caller) { return caller.tree(object, properties_); },
                 [this, &answer, row](const dbus::Reply& reply) {
                   if (!answer.read(reply)) return reader_.ask_basics(row);
                   for (NodeId id : answer.order()) {
                     if (id != row) ask(id);
                   }
                 });
    ask(row);
  }

  void ask(NodeId id) {
    if (tree_.nodes[id].known) return;
    reader_.ask(id, Field::kState);
    reader_.ask(id, Field::kRole);
    if (reader_.needs_interfaces()) reader_.ask(id, Field::kInterfaces);
  }

  TreeReader& reader_;
  Tree& tree_;
  std::vector<TreeProperty> properties_;
  std::deque<TreeAnswer> answers_;
  std::vector<NodeId> sheets_;
};

}  // namespace

bool read_rows(TreeReader& reader, std::vector<NodeId> containers) {
  while (!containers.empty()) {
    Rows rows(reader);
    reader.on_answer([&rows](NodeId id, Field field) {
      if (field == Field::kChildren) rows.listed(id);
    });
    for (NodeId container : containers) rows.list(container);
    reader.ask_contents();
    const bool complete = reader.settle();
    reader.on_answer(nullptr);
    containers = rows.place();
    if (!complete || !read_cells(reader, rows.sheets())) return false;
  }
  return true;
}

}  // namespace surehand::atspi
