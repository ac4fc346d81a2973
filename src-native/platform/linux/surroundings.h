#pragma once

#include <memory>

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// A tree of what one element is in and of what is near it: of each thing that it is in, what is nearest. A few hundred calls, however
// large the whole tree is; what is left out is cut. STALE when the element is gone.
Result<SnapshotPtr> take_surroundings(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                      const SnapshotOptions& options, const Limits& limits);

}  // namespace surehand::atspi
