#include "core/mirror/check.h"

#include "core/mirror/splice.h"

namespace surehand {
namespace {

std::string_view identity_of_parent(const Snapshot& tree, NodeIndex node) {
  const NodeIndex parent = tree.parent(node);
  return parent == kNoNode ? std::string_view() : tree.identity(parent);
}

}  // namespace

Differences differences(const Snapshot& kept, const Snapshot& whole, uint32_t untold) {
  Differences found;
  const IdentityIndex known(kept);
  NodeIndex in_both = 0;
  for (NodeIndex node = 0; node < whole.size(); ++node) {
    const NodeIndex other = known.find(whole.identity(node));
    if (other == kNoNode) {
      ++found["missing"];
      continue;
    }
    ++in_both;
    if (kept.role(other) != whole.role(node)) ++found["role"];
    for (const auto& [field, name] : {std::pair(TextField::kName, "name"), std::pair(TextField::kValue, "value")}) {
      if (kept.text(field, other) != whole.text(field, node)) ++found[name];
    }
    const States before = kept.states(other), now = whole.states(node);
    if (((before.on ^ now.on) & ~untold) != 0 || ((before.applicable ^ now.applicable) & ~untold) != 0)
      ++found["states"];
    if (identity_of_parent(kept, other) != identity_of_parent(whole, node)) ++found["parent"];
  }
  if (in_both < kept.size()) found["gone"] += kept.size() - in_both;
  return found;
}

}  // namespace surehand
