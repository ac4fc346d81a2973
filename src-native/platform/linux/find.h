#pragma once

#include <memory>
#include <optional>

#include "core/seam/backend.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Leave to send GetMatches to an application, or nothing where its search could run into a spreadsheet.
std::optional<MatchPermit> match_permit(const ApplicationRecord& record);

Result<Matches> find_elements(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                              const Query& query, const FindOptions& options, const Limits& limits);

}  // namespace surehand::atspi
