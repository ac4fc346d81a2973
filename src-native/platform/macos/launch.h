#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

// Starts a program and waits until it shows a window: an executable itself, an application through `open`, which gives the instance that runs
// already where there is one. What does not show itself by the deadline is ended again.
Result<Launched> launch_application(Session& session, const LaunchOptions& options, const Limits& limits);

Result<ProgramReport> report_program(int64_t process, bool ended, const Limits& limits);

}  // namespace surehand::ax
