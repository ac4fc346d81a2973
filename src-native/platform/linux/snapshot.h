#pragma once

#include <vector>

#include "core/backend.h"
#include "platform/linux/calls.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

Result<SnapshotPtr> take_snapshot(Session& session, const std::shared_ptr<RefBook>& refs,
                                  const Target& target, const SnapshotOptions& options, const Limits& limits);

// Exactly these objects of an application, each alone, below its application element, which is not asked. For
// find(): what it returns has no other ancestors.
Result<SnapshotPtr> read_elements(Session& session, const std::shared_ptr<RefBook>& refs,
                                  const ApplicationRecord& application,
                                  const std::vector<ObjectName>& objects, const SnapshotOptions& options,
                                  const Limits& limits);

}  // namespace surehand::atspi
