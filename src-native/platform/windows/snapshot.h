#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

class TreeReader;

Result<SnapshotPtr> take_snapshot(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                  const SnapshotOptions& options, const Limits& limits);

// What was read, since `captured_at`.
SnapshotPtr snapshot_of(const TreeReader& reader, const SnapshotOptions& options, const std::string& app_key,
                        const std::shared_ptr<RefBook>& refs, double captured_at);

double milliseconds_since_epoch();

}  // namespace surehand::uia
