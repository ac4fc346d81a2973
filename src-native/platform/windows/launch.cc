#include "platform/windows/launch.h"

namespace surehand::uia {

Result<Launched> launch_application(Session&, const LaunchOptions&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` starts no programs yet", {}};
}

Result<ProgramReport> report_program(int64_t, bool, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` starts no programs yet", {}};
}

}  // namespace surehand::uia
