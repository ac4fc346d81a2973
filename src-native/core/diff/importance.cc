#include "core/diff/importance.h"

#include <algorithm>

namespace surehand {
namespace {

bool is_window(Role role) { return role == Role::kWindow || role == Role::kDialog || role == Role::kAlertDialog; }

bool speaks(Role role) { return role == Role::kAlert || role == Role::kStatus || role == Role::kTooltip; }

bool shows_text(const Snapshot& tree, NodeIndex node) {
  return tree.text_id(TextField::kName, node) > kEmptyText || tree.text_id(TextField::kValue, node) > kEmptyText;
}

Importance of_text(TextField field, Role role) {
  switch (field) {
    case TextField::kValue:
      return Importance::kValue;
    case TextField::kName:
      return is_window(role) ? Importance::kWindow : speaks(role) ? Importance::kValue : Importance::kText;
    case TextField::kDescription:
      return Importance::kText;
    default:
      return Importance::kOther;
  }
}

}  // namespace

Importance importance(const Modified& modified, const Snapshot& after) {
  const Role role = after.role(modified.after);
  auto most = Importance::kOther;
  for (const Change& change : modified.changes) {
    if (change.kind == Change::Kind::kText) most = std::min(most, of_text(change.field, role));
    if (change.kind == Change::Kind::kState) most = std::min(most, Importance::kState);
  }
  return most;
}

std::vector<Importance> importances(const std::vector<NodeIndex>& nodes, const Snapshot& tree) {
  std::vector<Importance> result;
  result.reserve(nodes.size());
  NodeIndex end = 0;  // of the window that came or went
  for (const NodeIndex node : nodes) {
    const Role role = tree.role(node);
    if (node < end) {
      result.push_back(Importance::kInWindow);
    } else if (is_window(role)) {
      end = tree.subtree_end(node);
      result.push_back(Importance::kWindow);
    } else {
      result.push_back(speaks(role)             ? Importance::kValue
                       : shows_text(tree, node) ? Importance::kText
                                                : Importance::kOther);
    }
  }
  return result;
}

}  // namespace surehand
