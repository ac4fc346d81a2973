#include "platform/windows/realize.h"

namespace surehand::uia {

Result<Element> realize_item(Session&, const Element&, const std::string&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` makes no items yet", {}};
}

}  // namespace surehand::uia
