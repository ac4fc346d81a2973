#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Reads nothing but the elements and, up to the application, what they are in: a few calls each, however large the tree.
Result<Matches> find_elements_among(Session& session, const std::shared_ptr<RefBook>& refs,
                                    const std::vector<std::string>& identities, const Target& target,
                                    const Query& query, const Limits& limits);

}  // namespace surehand::atspi
