#include "platform/windows/find.h"

#include "platform/windows/snapshot.h"

namespace surehand::uia {

Result<Matches> find_elements(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                              const Query& query, const FindOptions& options, const Limits& limits) {
  auto tree = take_snapshot(session, refs, target, reads_for(query), limits);
  if (!tree) return tree.take_error();
  MatchOptions within;
  within.limit = options.limit;
  auto nodes = match(query, **tree, within, limits);
  if (!nodes) return nodes.take_error();
  return Matches{tree.take(), nodes.take(), false};
}

}  // namespace surehand::uia
