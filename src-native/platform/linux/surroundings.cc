#include "platform/linux/surroundings.h"

#include <algorithm>
#include <string>
#include <vector>

#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/read/conversion.h"
#include "platform/linux/read/lineage.h"
#include "platform/linux/snapshot.h"

namespace surehand::atspi {
namespace {

// Elements that are read below the element itself, and below each of what it is in.
constexpr size_t kBelow = 256;
constexpr size_t kBeside = 64;
// Of more children than these, the nearest on either side: what is in those says more than further ones do.
constexpr size_t kSiblings = 16;

// What is read below one element of the line.
struct Level {
  std::vector<NodeId> next;  // children that come next, the nearest first
  size_t left;
};

std::vector<NodeId> children_of(const Tree& tree, NodeId node) {
  std::vector<NodeId> children;
  for (NodeId child = tree.nodes[node].first; child != kNone; child = tree.nodes[child].next) children.push_back(child);
  return children;
}

// Asks for the children of nodes whose counts are known. What cannot be listed is cut.
bool list_children(TreeReader& reader, const std::vector<NodeId>& nodes) {
  for (const NodeId id : nodes) {
    const int32_t count = reader.tree.nodes[id].child_count;
    if (count == 0 || reader.tree.nodes[id].dropped) continue;
    if (ChildCount::of(count)) {
      reader.ask(id, Field::kChildren);
    } else {
      reader.tree.cut(id, count < 0 ? CutReason::kFailed : CutReason::kVirtual);
    }
  }
  return reader.settle();
}

// The children of the last one of `line` but for `within`, the nearest to that first.
std::vector<NodeId> nearest(const Tree& tree, NodeId parent, NodeId within) {
  std::vector<NodeId> children = children_of(tree, parent);
  const auto at = std::find(children.begin(), children.end(), within) - children.begin();
  std::vector<NodeId> near;
  const auto size = static_cast<std::ptrdiff_t>(children.size());
  for (std::ptrdiff_t distance = 1; distance < size && near.size() < kSiblings; ++distance) {
    if (at - distance >= 0) near.push_back(children[at - distance]);
    if (at + distance < size) near.push_back(children[at + distance]);
  }
  return near;
}

// Reads what comes next on all levels at once, and says what comes then.
bool read_round(TreeReader& reader, std::vector<Level>& levels) {
  Tree& tree = reader.tree;
  for (Level& level : levels) {
    level.next.resize(std::min(level.next.size(), level.left));
    level.left -= level.next.size();
    for (const NodeId id : level.next) {
      reader.ask(id, Field::kState);
      reader.ask_basics(id);
      reader.ask(id, Field::kChildCount);
    }
  }
  if (!reader.settle()) return false;
  std::vector<NodeId> listed;
  for (Level& level : levels) {
    for (const NodeId id : level.next) {
      if (level.left > 0) {
        listed.push_back(id);
      } else if (tree.nodes[id].child_count != 0) {
        tree.cut(id, CutReason::kBudget);
      }
    }
  }
  if (!list_children(reader, listed)) return false;
  for (Level& level : levels) {
    std::vector<NodeId> below;
    for (const NodeId id : level.next) {
      const auto children = children_of(tree, id);
      below.insert(below.end(), children.begin(), children.end());
    }
    level.next = std::move(below);
  }
  return true;
}

// False when the element turned out to be gone, or reading had to stop.
bool read_around(TreeReader& reader, const std::vector<NodeId>& line) {
  Tree& tree = reader.tree;
  for (const NodeId id : line) reader.ask(id, Field::kChildCount);
  // From the outside in: what hangs on something is as deep as that.
  if (!reader.settle() || !list_children(reader, line)) return false;
  for (size_t i = 1; i < line.size(); ++i) {
    if (tree.nodes[line[i]].parent != line[i - 1]) return false;
  }
  std::vector<Level> levels;
  for (size_t i = 0; i + 1 < line.size(); ++i) levels.push_back({nearest(tree, line[i], line[i + 1]), kBeside});
  levels.push_back({children_of(tree, line.back()), kBelow});
  const auto more = [](const Level& level) { return !level.next.empty() && level.left > 0; };
  while (std::any_of(levels.begin(), levels.end(), more)) {
    if (!read_round(reader, levels)) return false;
  }
  reader.ask_contents();
  return reader.settle();
}

}  // namespace

Result<SnapshotPtr> take_surroundings(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                      const SnapshotOptions& options, const Limits& limits) {
  const double captured_at = milliseconds_since_epoch();
  const auto began = Clock::now();
  auto found = application_of(session, target.app_key, limits);
  if (!found.ok()) return found.take_error();
  const ApplicationRecord& application = **found;
  const ObjectName object = object_named(target.identity.value_or(""), application.key);
  TreeReader reader(session, application, options, limits);
  reader.start_below_application();
  if (options.attributes) reader.ask_basics(0);
  Lineage lineage(reader);
  const NodeId element = lineage.meet(reader.tree.keep(object.path));
  bool is_there = reader.settle();
  if (is_there) {
    const std::vector<NodeId> line = lineage.line_of(element);
    is_there = !line.empty() && read_around(reader, line);
  }
  if (auto error = why_stopped(session, refs, reader, began)) return std::move(*error);
  if (!is_there && !reader.stopped()) {
    return Error{ErrorCode::kStale, "the element is gone: " + application.name + " no longer has " + object.path, {}};
  }
  show_open_menus(session, application, reader.tree, limits);
  return convert(reader, {}, refs, captured_at, milliseconds_since(began)).snapshot;
}

}  // namespace surehand::atspi
