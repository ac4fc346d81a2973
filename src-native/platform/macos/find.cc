#include "platform/macos/backend.h"

namespace surehand::ax {

// AX searches nothing but web pages for its clients (AXUIElementsForSearchPredicate), and those not across frames: so of a tree.
Result<Matches> MacBackend::find(const Target& target, const Query& query, const FindOptions& options,
                                 const Limits& limits) {
  return find_in_snapshot(target, query, options.limit, limits);
}

}  // namespace surehand::ax
