#include "platform/windows/clipboard.h"

namespace surehand::uia {

Result<std::string> read_clipboard(Session&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` has no clipboard yet", {}};
}

Status write_clipboard(Session&, const std::string&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` has no clipboard yet", {}};
}

}  // namespace surehand::uia
