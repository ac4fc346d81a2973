#include "platform/linux/surroundings.h"

#include <algorithm>
#include <string>
#include <vector>

#include "platform/linux/errors.h"
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
// Of more children than these only the nearest are listed: Chromium 156 takes 40 ms to name 2,200 rows.
constexpr int32_t kManyChildren = 128;

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

// Asks for some of many children.
void list_some(TreeReader& reader, NodeId id, int32_t first, int32_t end) {
  for (int32_t child = first; child < end; ++child) reader.ask(id, Field::kChild, static_cast<uint16_t>(child));
  reader.tree.cut(id, CutReason::kBudget);
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

// Lists the children of the elements of a line: all of them, or of many those near the next one of the line.
bool list_line(TreeReader& reader, const Lineage& lineage, const std::vector<NodeId>& line, bool all) {
  std::vector<NodeId> whole;
  for (size_t i = 0; i < line.size(); ++i) {
    const int32_t count = reader.tree.nodes[line[i]].child_count;
    const int32_t at = i + 1 < line.size() ? lineage.index_of(line[i + 1]) : -1;
    if (all || count <= kManyChildren || at < 0 || at >= count || !ChildCount::of(count)) {
      whole.push_back(line[i]);
      continue;
    }
    constexpr auto kReach = static_cast<int32_t>(kSiblings / 2);
    list_some(reader, line[i], std::max(0, at - kReach), std::min(count, at + kReach + 1));
  }
  return list_children(reader, whole);
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
      const int32_t count = tree.nodes[id].child_count;
      if (level.left > 0 && count > kManyChildren && ChildCount::of(count) && !tree.nodes[id].dropped) {
        list_some(reader, id, 0, static_cast<int32_t>(level.left));
      } else if (level.left > 0) {
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

// False when the element turned out to be gone, or elsewhere than it said, or reading had to stop.
bool read_around(TreeReader& reader, const Lineage& lineage, const std::vector<NodeId>& line, bool all) {
  Tree& tree = reader.tree;
  for (const NodeId id : line) reader.ask(id, Field::kChildCount);
  // From the outside in: what hangs on something is as deep as that.
  if (!reader.settle() || !list_line(reader, lineage, line, all)) return false;
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

// Whether all that an element is in was read.
bool is_placed(const Tree& tree, std::string_view path) {
  NodeId at = tree.find({}, path);
  while (at != kNone && at != 0) at = tree.nodes[at].parent;
  return at == 0;
}

// The reading of what is around an element; `all`: with all children of what it is in, however many. Whether it is there.
bool read(TreeReader& reader, std::string_view path, bool all) {
  reader.start_below_application();
  if (reader.options().attributes) reader.ask_basics(0);
  Lineage lineage(reader);
  const NodeId element = lineage.meet(reader.tree.keep(path));
  if (!reader.settle()) return false;
  const std::vector<NodeId> line = lineage.line_of(element);
  return !line.empty() && read_around(reader, lineage, line, all);
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
  for (const bool all : {false, true}) {
    TreeReader reader(session, application, options, limits);
    const bool is_there = read(reader, object.path, all);
    if (auto error = why_stopped(session, refs, reader, began)) return std::move(*error);
    if (reader.stopped() && !is_placed(reader.tree, object.path)) {
      return app_unresponsive(application, std::chrono::duration_cast<Milliseconds>(Clock::now() - began),
                              "what an element is in");
    }
    // It may have moved among its siblings while it was asked where it is.
    if (!is_there && !reader.stopped()) continue;
    show_open_menus(session, application, reader.tree, limits);
    Places places = places_of_all(session, application, options.bounds, limits);
    return convert(reader, std::move(places), refs, captured_at, milliseconds_since(began)).snapshot;
  }
  return Error{ErrorCode::kStale, "the element is gone: " + application.name + " no longer has " + object.path, {}};
}

}  // namespace surehand::atspi
