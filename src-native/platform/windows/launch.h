#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// Starts a program, or a packaged application by its AppUserModelID, and waits until it has shown a window. One that hands over to an
// instance that runs already gives that instance. One that does not show itself by the deadline is ended again.
Result<Launched> launch_application(Session& session, const LaunchOptions& options, const Limits& limits);
Result<ProgramReport> report_program(int64_t process, bool ended, const Limits& limits);

}  // namespace surehand::uia
