#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

// One message for each element, and one more for the actions of what can be acted on. What fails, or has no time left, is a cut and ends nothing.
Result<SnapshotPtr> take_snapshot(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                  const SnapshotOptions& options, const Limits& limits);

}  // namespace surehand::ax
