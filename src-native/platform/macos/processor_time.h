#pragma once

#include "core/result.h"
#include "platform/macos/session.h"

namespace surehand::ax {

Result<double> read_processor_time(Session& session, const std::string& app_key);

}  // namespace surehand::ax
