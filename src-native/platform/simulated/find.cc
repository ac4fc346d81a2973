#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Matches> SimulatedBackend::find(const Target& target, const Query& query, const FindOptions& options,
                                       const Limits& limits) {
  return find_in_snapshot(target, query, options.limit, limits);
}

}  // namespace surehand::simulated
