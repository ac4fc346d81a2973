#include "core/seam/backend.h"

#include <algorithm>

#include "core/tree/fingerprint.h"

namespace surehand {

Result<std::unique_ptr<Subscription>> Backend::observe(const Target&, EventKinds, EventSink, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `" + std::string(name()) + "` announces no events", {}};
}

Result<ProgramReport> Backend::program(int64_t, bool, const Limits&) {
  return Error{ErrorCode::kUnsupported,
               "the backend `" + std::string(name()) + "` does not tell what became of the programs that it starts",
               {}};
}

Status Backend::apply(const json::Value&) {
  return Error{ErrorCode::kUnsupported,
               "nothing can be made to happen on the desktop \"" + std::string(name()) +
                   "\": its applications are real; only a backend that plays its applications can be told what they do",
               {}};
}

Result<Matches> Backend::find_among(const std::vector<std::string>& identities, const Target& target,
                                    const Query& query, const Limits& limits) {
  auto tree = snapshot(target, reads_for(query), limits);
  if (!tree) return tree.take_error();
  auto nodes = match(query, **tree, {}, limits);
  if (!nodes) return nodes.take_error();
  Matches matches{tree.take(), {}, true};
  for (const NodeIndex node : *nodes) {
    const auto identity = matches.snapshot->identity(node);
    if (std::find(identities.begin(), identities.end(), identity) != identities.end()) matches.nodes.push_back(node);
  }
  return matches;
}

Result<uint64_t> Backend::fingerprint(const std::string& app_key, bool whole, const Limits& limits) {
  SnapshotOptions options;
  options.only_visible = !whole;
  options.bounds = whole;  // some toolkits tell by them what shows
  options.text = options.actions = options.attributes = false;
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
