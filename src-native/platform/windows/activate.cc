#include "platform/windows/activate.h"

namespace surehand::uia {

Status activate_window(Session&, const Element&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` cannot activate windows yet", {}};
}

}  // namespace surehand::uia
