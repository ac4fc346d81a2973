#include "platform/windows/quit.h"

namespace surehand::uia {

Status close_window(Session&, const Element&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` closes no windows yet", {}};
}

Status quit_application(Session&, const std::string&, bool, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` ends no applications yet", {}};
}

}  // namespace surehand::uia
