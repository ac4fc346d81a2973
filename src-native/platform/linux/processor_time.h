#pragma once

#include <string>

#include "core/run/limits.h"
#include "core/seam/backend.h"

namespace surehand::atspi {

struct Session;

// In ms, what an application's process and those that it started have worked since they began.
Result<double> read_processor_time(Session& session, const std::string& app_key, const Limits& limits);

}  // namespace surehand::atspi
