#include "platform/linux/find_among.h"

#include <optional>

#include "platform/linux/find.h"
#include "platform/linux/quirks/cells.h"
#include "platform/linux/read/content_names.h"
#include "platform/linux/read/conversion.h"
#include "platform/linux/read/lineage.h"
#include "platform/linux/read/read.h"
#include "platform/linux/snapshot.h"

namespace surehand::atspi {
namespace {

std::optional<NodeIndex> index_of(const std::vector<NodeId>& nodes, NodeId id) {
  for (NodeIndex index = 0; index < nodes.size(); ++index) {
    if (nodes[index] == id) return index;
  }
  return std::nullopt;
}

}  // namespace

Result<Matches> find_elements_among(Session& session, const std::shared_ptr<RefBook>& refs,
                                    const std::vector<std::string>& identities, const Target& target,
                                    const Query& query, const Limits& limits) {
  const auto began = Clock::now();
  auto found = application_of(session, target.app_key, limits);
  if (!found.ok()) return found.take_error();
  const ApplicationRecord& application = **found;
  const SnapshotOptions options = reads_for(query);
  TreeReader reader(session, application, options, limits);
  reader.start_below_application();
  if (options.attributes) reader.ask_basics(0);

  Lineage lineage(reader, true);
  for (const std::string& identity : identities) {
    auto object = object_of(session, application, identity, limits);
    if (!object.ok() && object.error().code == ErrorCode::kStale) continue;
    if (!object.ok()) return object.take_error();
    if (object->bus != application.key) continue;
    const NodeId node = lineage.meet(reader.tree.keep(object->path));
    if (sheet_of(identity)) reader.tree.nodes[node].cell = reader.tree.keep(identity);
  }
  if (reader.settle()) {
    lineage.place();
    reader.ask_contents();
    if (reader.settle() && reader.reads_places()) {
      look_for_unmapped(reader);
      look_for_scrolled_out(reader);
    }
    if (!reader.stopped()) look_for_keyboard(reader, false);
    if (!reader.stopped()) read_content_names(reader);
  }
  if (auto error = why_stopped(session, refs, reader, began)) return std::move(*error);

  Places places = places_of_all(session, application, options.bounds, limits);
  auto [snapshot, nodes] =
      convert(reader, std::move(places), refs, milliseconds_since_epoch(), milliseconds_since(began));
  Matches matches{std::move(snapshot), {}, true};
  MatchOptions within;
  if (target.identity) {
    const auto scope = index_of(nodes, reader.tree.find({}, object_named(*target.identity, application.key).path));
    if (!scope) return matches;
    within.scope = *scope;
  }
  auto matching = match(query, *matches.snapshot, within, limits);
  if (!matching.ok()) return matching.take_error();
  matches.nodes = matching.take();
  return matches;
}

}  // namespace surehand::atspi
