#include "platform/linux/processor_time.h"

#include "platform/linux/applications.h"
#include "platform/linux/process/proc.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

Result<double> read_processor_time(Session& session, const std::string& app_key, const Limits& limits) {
  auto application = application_of(session, app_key, limits);
  if (!application.ok()) return application.take_error();
  const int64_t pid = (*application)->pid;
  const std::optional<double> own = working_time_of(pid);
  if (!own) {
    return Error{
        ErrorCode::kUnsupported, "the system does not report the processor time of " + (*application)->name, {}};
  }
  double all = *own;
  // A child that ends meanwhile takes its time with it: less than was read before is no work.
  for (const int64_t child : descendants_of(pid)) all += working_time_of(child).value_or(0);
  return all;
}

}  // namespace surehand::atspi
