#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// Reads nothing but the elements and what they are in, a request each, however large the tree.
Result<Matches> find_elements_among(Session& session, const std::shared_ptr<RefBook>& refs,
                                    const std::vector<std::string>& identities, const Target& target,
                                    const Query& query, const Limits& limits);

}  // namespace surehand::uia
