#pragma once

#include <cstdint>
#include <string>

#include "core/seam/facet.h"
#include "core/seam/launch.h"

namespace surehand {

// Programs as processes: started, ended, at work.
class Programs : public virtual Facet {
 public:
  // Returns when the application has published its first window, or by the deadline.
  virtual Result<Launched> launch(const LaunchOptions& options, const Limits& limits) = 0;
  // What became of a process that launch() started; when it is to have `ended`, waits for that, or until the deadline, and says
  // how it is then. INVALID_ARGUMENT for one that launch() did not start, or that ended long ago.
  virtual Result<ProgramReport> program(int64_t process, bool ended, const Limits& limits);
  // Ends an application: asks it to close its windows, then, when `force`, ends its process by id.
  virtual Status quit(const std::string& app_key, bool force, const Limits& limits) = 0;

  // In ms, what an application and what it started have worked, or waited for a processor, since they began: two readings say how
  // much it is at work, though it answers. Never calls into it. UNSUPPORTED where the system does not say.
  virtual Result<double> processor_time(const std::string& app_key, const Limits& limits);
};

}  // namespace surehand
