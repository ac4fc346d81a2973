#include "platform/windows/find_among.h"

#include "platform/windows/read/tree_reader.h"
#include "platform/windows/snapshot.h"

namespace surehand::uia {

Result<Matches> find_elements_among(Session& session, const std::shared_ptr<RefBook>& refs,
                                    const std::vector<std::string>& identities, const Target& target,
                                    const Query& query, const Limits& limits) {
  const double captured_at = milliseconds_since_epoch();
  SUREHAND_TRY(application, application_of(session, target.app_key));
  const SnapshotOptions options = reads_for(query);
  SUREHAND_TRY(reader, TreeReader::open(session, application.take(), options, limits));
  const auto status = reader->read_with_ancestors(identities);
  if (!status) return status.error();
  Matches matches{snapshot_of(*reader, options, target.app_key, refs, captured_at), {}, true};
  MatchOptions within;
  if (target.identity) {
    within.scope = matches.snapshot->find_identity(*target.identity);
    if (within.scope == kNoNode) return matches;
  }
  SUREHAND_TRY(matching, match(query, *matches.snapshot, within, limits));
  matches.nodes = matching.take();
  return matches;
}

}  // namespace surehand::uia
