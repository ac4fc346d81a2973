#include "platform/windows/find.h"

namespace surehand::uia {

Result<Matches> find_elements(Session&, const std::shared_ptr<RefBook>&, const Target&, const Query&,
                              const FindOptions&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` does not read yet", {}};
}

}  // namespace surehand::uia
