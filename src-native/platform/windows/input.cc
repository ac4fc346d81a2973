#include "platform/windows/input.h"

namespace surehand::uia {

Result<Dispatch> make_input(Session&, const std::vector<InputStep>&, const InputTarget&, const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` makes no input yet", {}};
}

}  // namespace surehand::uia
