#include "core/seam/trees.h"

#include <algorithm>

#include "core/tree/at_point.h"
#include "core/tree/fingerprint.h"

namespace surehand {

Result<std::unique_ptr<Subscription>> Trees::observe(const Target&, EventKinds, EventSink, const Limits&) {
  return unsupported("announces no events");
}

Result<std::vector<KeptTree>> Trees::kept_trees(const Limits&) { return std::vector<KeptTree>(); }

Result<TextRange> Trees::selected_range(const Element&, const Limits&) {
  return unsupported("does not tell what of a text is selected");
}

Result<std::optional<Rect>> Trees::text_bounds(const Element&, TextRange, const Limits&) {
  return unsupported("does not tell where a part of a text is");
}

Result<Element> Trees::element_at(const Target& target, double x, double y, const Limits& limits) {
  SnapshotOptions options;
  options.only_visible = true;
  options.text = options.actions = options.attributes = false;
  SUREHAND_TRY(tree, snapshot(target, options, limits));
  const NodeIndex node = topmost_at(**tree, x, y);
  if (node != kNoNode) return Element{target.app_key, std::string((*tree)->identity(node))};
  return Error{ErrorCode::kNotFound, "the application shows no element at this point of the screen", {}};
}

Result<Matches> Trees::find_in_snapshot(const Target& target, const Query& query, size_t limit, const Limits& limits) {
  auto tree = snapshot(target, {}, limits);
  if (!tree) return tree.take_error();
  MatchOptions options;
  options.limit = limit;
  SUREHAND_TRY(nodes, match(query, **tree, options, limits));
  return Matches{tree.take(), nodes.take(), false};
}

Result<Matches> Trees::find_among(const std::vector<std::string>& identities, const Target& target, const Query& query,
                                  const Limits& limits) {
  SUREHAND_TRY(tree, snapshot(target, reads_for(query), limits));
  auto nodes = match(query, **tree, {}, limits);
  if (!nodes) return nodes.take_error();
  Matches matches{tree.take(), {}, true};
  for (const NodeIndex node : *nodes) {
    const auto identity = matches.snapshot->identity(node);
    if (std::find(identities.begin(), identities.end(), identity) != identities.end()) matches.nodes.push_back(node);
  }
  return matches;
}

Result<uint64_t> Trees::fingerprint(const std::string& app_key, bool whole, const Limits& limits) {
  SnapshotOptions options;
  options.only_visible = !whole;
  options.bounds = whole;  // some toolkits tell by them what shows
  options.text = options.actions = options.attributes = false;
  options.names_from_text = whole;  // they are names, so it tells of them
  const auto tree = snapshot({app_key, {}}, options, limits);
  if (!tree) return tree.error();
  for (const Cut& cut : (*tree)->cuts()) {
    if (cut.reason == CutReason::kDeadline || cut.reason == CutReason::kUnresponsive) {
      return Error{ErrorCode::kTimeout, "there was no time to read all of the tree", {}};
    }
  }
  return surehand::fingerprint(**tree);
}

}  // namespace surehand
