#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/seam/backend.h"

namespace surehand::atspi {

struct Session;

// By one call for all elements, where the toolkit has such a call; otherwise nothing, and what shows has to be read.
Result<std::optional<uint64_t>> fingerprint_by_items(Session& session, const std::string& app_key,
                                                     const Limits& limits);

}  // namespace surehand::atspi
