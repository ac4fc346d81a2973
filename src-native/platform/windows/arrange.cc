#include "platform/windows/arrange.h"

namespace surehand::uia {

Result<Dispatch> arrange_window(Session&, const Element&, const Arrangement&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` cannot arrange windows yet", {}};
}

}  // namespace surehand::uia
