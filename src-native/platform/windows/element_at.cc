#include "platform/windows/element_at.h"

namespace surehand::uia {

Result<Element> find_element_at(Session&, const Target&, double, double, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` does not read yet", {}};
}

}  // namespace surehand::uia
