#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// In ms, what an application's process and those that it started have worked since they began.
Result<double> read_processor_time(Session& session, const std::string& app_key, const Limits& limits);

}  // namespace surehand::uia
