#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// By one request a window for all elements of it, of what shows.
Result<uint64_t> fingerprint_of_windows(Session& session, const std::string& app_key, const Limits& limits);

}  // namespace surehand::uia
