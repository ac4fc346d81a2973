#include "platform/windows/screenshot.h"

namespace surehand::uia {

Result<Image> take_screenshot(Session&, const Capture&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` makes no screenshots yet", {}};
}

}  // namespace surehand::uia
