#include <algorithm>
#include <vector>

#include "platform/linux/read/cache_items.h"
#include "platform/linux/read/read.h"
#include "platform/linux/read/tree_answer.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// A part of the tree this many times smaller than the whole is cheaper to ask for than the cache: three calls
// of about 28 µs an element, against 7 µs for each item.
constexpr size_t kSmallPart = 12;
constexpr size_t kUsualSize = 2000;  // of an application that was never read

// So many elements, each of which takes three calls, take about a second.
constexpr size_t kMostAsked = 10'000;

// From so many elements on, one more call for the whole tree is cheaper than three for each.
constexpr size_t kManyUnknown = 200;

// What GetItems would have said, of what a GetTree can say.
void add_cached_properties(const TreeReader& reader, std::vector<TreeProperty>& properties) {
  properties.push_back(TreeProperty::kName);
  if (reader.options().attributes) properties.push_back(TreeProperty::kDescription);
  const auto counts = std::find(properties.begin(), properties.end(), TreeProperty::kChildCount);
  if (counts == properties.end()) properties.push_back(TreeProperty::kChildCount);
}

// What GetItems had nothing about: there is no cache yet, or it was made too early and lacks whole pages.
std::vector<NodeId> unknown_of(const Tree& tree, const TreeAnswer& answer) {
  std::vector<NodeId> unknown;
  for (NodeId id : answer.order()) {
    if (!tree.nodes[id].known && tree.nodes[id].bus.empty()) unknown.push_back(id);
  }
  return unknown;
}

void ask_unknown(TreeReader& reader, TreeAnswer& answer, const std::vector<NodeId>& unknown, const Object& root,
                 bool has_names) {
  const bool many = !has_names && unknown.size() > kManyUnknown;
  if (many) {
    std::vector<TreeProperty> properties;
    add_cached_properties(reader, properties);
    reader.send([root, properties](Caller& caller) { return caller.tree(root, properties); },
                [&answer](const dbus::Reply& reply) { answer.read_again(reply); });
  }
  const SnapshotOptions& options = reader.options();
  for (NodeId node : unknown) {
    reader.ask(node, Field::kState);
    reader.ask(node, Field::kRole);
    if (reader.needs_interfaces()) reader.ask(node, Field::kInterfaces);
    if (many || has_names) continue;
    reader.ask(node, Field::kName);
    reader.ask(node, Field::kParent);
    reader.ask(node, Field::kChildCount);
    if (options.attributes) reader.ask(node, Field::kDescription);
  }
}

// A socket has another process's element for its only child (WebKitGTK's page), which it counts and neither answer lists.
bool may_be_socket(const Node& node) {
  const bool is_plain = node.role == role::kFiller || node.role == role::kPanel || role_name(node.role) == "unknown";
  return is_plain && node.child_count == 1 && node.first == kNone && !node.in(state::kManagesDescendants);
}

// No application says anything of another's elements, which it embeds: those are asked one by one.
bool read_embedded(TreeReader& reader, const TreeAnswer& answer) {
  std::vector<NodeId> embedded;
  std::vector<NodeId> sockets;
  for (NodeId id : answer.order()) {
    const Node& node = reader.tree.nodes[id];
    if (!node.linked || node.dropped) continue;
    if (!node.bus.empty()) {
      embedded.push_back(id);
    } else if (may_be_socket(node)) {
      sockets.push_back(id);
    }
  }
  if (embedded.empty() && sockets.empty()) return true;
  Walk walk(reader);
  for (NodeId id : embedded) walk.visit(id);
  for (NodeId id : sockets) walk.children_of(id);
  return walk.settle();
}

bool read_nothing(TreeReader& reader) {
  reader.tree.nodes[0].awaited = 1;
  return true;
}

}  // namespace

bool read_cached(TreeReader& reader) {
  const auto& application = reader.application();
  const Object root = reader.tree.object(0, application.key);
  TreeAnswer answer(reader);
  bool has_items = false;
  bool has_tree = false;
  auto properties = tree_properties(reader);
  const bool has_names = !has_cache(reader);
  if (has_names) add_cached_properties(reader, properties);
  const auto ask_tree = [&] {
    reader.send([&](Caller& caller) { return caller.tree(root, properties); },
                [&](const dbus::Reply& reply) { has_tree = answer.read(reply); });
  };
  if (has_names) {
    ask_tree();
    if (!reader.settle()) return read_nothing(reader);
    if (has_tree && root.path == application.root) {
      // What it lists says whether it is still growing, however little of it there is time to read.
      make_cache_when_settled(reader, static_cast<uint32_t>(answer.order().size()));
      if (has_cache(reader)) ask_items(reader, has_items);
    }
  } else if (root.path == application.root) {
    // The tree first: nodes are numbered as they come, and everything that follows goes through them in document order.
    ask_tree();
    ask_items(reader, has_items);
  } else {
    ask_tree();
    if (!reader.settle()) return read_nothing(reader);
    const uint32_t whole = application.notes.nodes != 0 ? application.notes.nodes : kUsualSize;
    if (answer.order().size() * kSmallPart > whole) ask_items(reader, has_items);
  }
  if (!reader.settle()) return read_nothing(reader);
  if (!has_tree) return false;

  const std::vector<NodeId> unknown = unknown_of(reader.tree, answer);
  if (reader.options().frugal && unknown.size() > kMostAsked) {
    reader.give_up(answer.order().size());
    return read_nothing(reader);
  }
  ask_unknown(reader, answer, unknown, root, has_names);
  const bool complete = reader.settle();
  answer.place();
  if (!complete || !read_embedded(reader, answer)) return true;

  // Neither of the two calls goes below these.
  std::vector<NodeId> managing;
  for (NodeId id : answer.order()) {
    if (reader.tree.nodes[id].in(state::kManagesDescendants)) managing.push_back(id);
  }
  for (NodeId id : managing) {
    if (reader.tree.nodes[id].child_count < 0) reader.ask(id, Field::kChildCount);
  }
  if (!reader.settle() || !read_rows(reader, managing)) return true;
  reader.ask_contents();
  reader.settle();
  return true;
}

}  // namespace surehand::atspi
