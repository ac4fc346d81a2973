#include "platform/windows/invoke.h"

namespace surehand::uia {

Result<Dispatch> invoke_action(Session&, const Element&, const Action&, Sending&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` does nothing to elements yet", {}};
}

}  // namespace surehand::uia
