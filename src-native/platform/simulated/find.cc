#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Matches> SimulatedBackend::find(const Target& target, const Query& query, size_t limit, const Limits& limits) {
  return find_in_snapshot(target, query, limit, limits);
}

}  // namespace surehand::simulated
