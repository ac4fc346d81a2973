#include "platform/windows/find_among.h"

namespace surehand::uia {

Result<Matches> find_elements_among(Session&, const std::shared_ptr<RefBook>&, const std::vector<std::string>&,
                                    const Target&, const Query&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` does not read yet", {}};
}

}  // namespace surehand::uia
