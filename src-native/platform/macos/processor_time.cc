#include "platform/macos/processor_time.h"

#include <libproc.h>
#include <mach/mach_time.h>

namespace surehand::ax {

Result<double> read_processor_time(Session& session, const std::string& app_key) {
  SUREHAND_TRY(application, application_of(session, app_key));
  proc_taskinfo task = {};
  const auto pid = static_cast<pid_t>((*application)->pid);
  if (proc_pidinfo(pid, PROC_PIDTASKINFO, 0, &task, sizeof(task)) < static_cast<int>(sizeof(task))) {
    return Error{ErrorCode::kUnsupported, "macOS does not report the processor time of this application", {}};
  }
  // In units of the clock, which are no nanoseconds on Apple's processors.
  mach_timebase_info_data_t base = {};
  mach_timebase_info(&base);
  const double units = static_cast<double>(task.pti_total_user) + static_cast<double>(task.pti_total_system);
  return units * base.numer / base.denom / 1e6;
}

}  // namespace surehand::ax
