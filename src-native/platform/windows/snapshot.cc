#include "platform/windows/snapshot.h"

namespace surehand::uia {

Result<SnapshotPtr> take_snapshot(Session&, const std::shared_ptr<RefBook>&, const Target&, const SnapshotOptions&,
                                  const Limits&) {
  return Error{ErrorCode::kUnsupported, "the backend `windows` does not read yet", {}};
}

}  // namespace surehand::uia
