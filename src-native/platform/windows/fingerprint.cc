#include "platform/windows/fingerprint.h"

namespace surehand::uia {

Result<uint64_t> fingerprint_of_windows(Session&, const std::string&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` does not read yet", {}};
}

}  // namespace surehand::uia
