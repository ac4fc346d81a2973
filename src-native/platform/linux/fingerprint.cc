#include "platform/linux/fingerprint.h"

#include "core/tree/fingerprint.h"
#include "platform/linux/applications.h"
#include "platform/linux/errors.h"
#include "platform/linux/read/cache_items.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// More lists and tables than this in one window are not counted, but for what GetItems says of them.
constexpr size_t kMostContainers = 32;

// GetItems says nothing of the rows of lists and tables; whether there are more or fewer of them is all that is asked.
bool count_rows(TreeReader& reader) {
  size_t containers = 0;
  for (NodeId id = 0; id < reader.tree.nodes.size() && containers < kMostContainers; ++id) {
    Node& node = reader.tree.nodes[id];
    if (!node.in(state::kManagesDescendants)) continue;
    ++containers;
    reader.ask(id, Field::kChildCount);
  }
  return reader.settle();
}

}  // namespace

Result<std::optional<uint64_t>> fingerprint_by_items(Session& session, const std::string& app_key,
                                                     const Limits& limits) {
  SUREHAND_TRY(found, application_of(session, app_key, limits));
  const ApplicationRecord& application = **found;
  const SnapshotOptions options;
  TreeReader reader(session, application, options, limits);
  if (!application.traits().always_has_cache && !has_cache(reader)) return std::optional<uint64_t>();

  bool has_items = false;
  ask_items(reader, has_items);
  const auto began = Clock::now();
  if (!reader.settle() || (has_items && !count_rows(reader))) {
    if (reader.stop() == TreeReader::Stop::kExited) return app_exited(application);
    return app_unresponsive(application, std::chrono::duration_cast<Milliseconds>(Clock::now() - began), "its items");
  }
  if (!has_items) return std::optional<uint64_t>();
  Fingerprint sum;
  for (const Node& node : reader.tree.nodes) {
    Fingerprint::Element element;
    element.add(node.path)
        .add(node.listed_parent)
        .add(static_cast<uint64_t>(node.listed_index))
        .add(static_cast<uint64_t>(node.child_count))
        .add(node.role)
        .add(node.states)
        .add(node.name)
        .add(node.description);
    sum.add(element);
  }
  return std::optional<uint64_t>(sum.value());
}

}  // namespace surehand::atspi
