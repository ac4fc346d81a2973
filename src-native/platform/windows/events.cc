#include "platform/windows/events.h"

namespace surehand::uia {

Result<std::unique_ptr<Subscription>> observe_application(Session&, const Target&, EventKinds, EventSink,
                                                          const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` announces no events yet", {}};
}

}  // namespace surehand::uia
