#include "platform/windows/snapshot.h"

#include <chrono>
#include <utility>

#include "platform/windows/identity.h"
#include "platform/windows/permissions.h"
#include "platform/windows/read/tree_reader.h"

namespace surehand::uia {

double milliseconds_since_epoch() {
  return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch()).count();
}

SnapshotPtr snapshot_of(const TreeReader& reader, const SnapshotOptions& options, const std::string& app_key,
                        const std::shared_ptr<RefBook>& refs, double captured_at) {
  SnapshotBuilder builder(reader.tree.nodes.size());
  write_tree(reader.tree, options, builder);
  return builder.finish(app_key, refs, captured_at, milliseconds_since_epoch() - captured_at);
}

Result<SnapshotPtr> take_snapshot(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                  const SnapshotOptions& options, const Limits& limits) {
  if (auto error = without_desktop()) return std::move(*error);
  const double captured_at = milliseconds_since_epoch();
  session.elements.forget(target.app_key);
  SUREHAND_TRY(application, application_of(session, target.app_key));
  std::optional<ElementHandle> root;
  if (target.identity) {
    auto handle = handle_of(session, {target.app_key, *target.identity});
    if (!handle) return handle.take_error();
    root = handle.take();
  }
  SUREHAND_TRY(reader, TreeReader::open(session, application.take(), options, limits));
  const auto status = root ? reader->read(*root, *target.identity) : reader->read_application();
  if (limits.cancelled()) return Error{ErrorCode::kAborted, "aborted while a tree was read", {}};
  // Calls into an exiting process fail in many ways.
  if (!status && !application_of(session, target.app_key)) return application_of(session, target.app_key).take_error();
  if (!status) return status.error();
  return snapshot_of(*reader, options, target.app_key, refs, captured_at);
}

}  // namespace surehand::uia
