#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Matches> SimulatedBackend::find(const Target& target, const Query& query, size_t limit, const Limits& limits) {
  auto tree = snapshot(target, {}, limits);
  if (!tree) return tree.take_error();
  MatchOptions options;
  options.limit = limit;
  auto nodes = match(query, **tree, options, limits);
  if (!nodes) return nodes.take_error();
  return Matches{tree.take(), nodes.take(), false};
}

}  // namespace surehand::simulated
