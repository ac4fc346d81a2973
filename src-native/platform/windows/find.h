#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// What UI Automation can test (the control types of a role, who has the focus) is asked of the application where that is cheaper than reading
// its tree; the matches are the same.
Result<Matches> find_elements(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                              const Query& query, const FindOptions& options, const Limits& limits);

}  // namespace surehand::uia
