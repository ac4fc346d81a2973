#include "core/seam/programs.h"

namespace surehand {

Result<double> Programs::processor_time(const std::string&, const Limits&) {
  return unsupported("does not tell how much an application works");
}

Result<ProgramReport> Programs::program(int64_t, bool, const Limits&) {
  return unsupported("does not report how the programs that it started ended");
}

}  // namespace surehand
