#include <vector>

#include "platform/linux/cache_items.h"
#include "platform/linux/read.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

// Reads the answer of Collection.GetTree, `a((so)a{sv})`: the subtree in document order, without depths. A
// node's place follows from the parent that GetItems gave; where that is not above it, it is the last node
// that still misses children.
class TreeAnswer {
 public:
  explicit TreeAnswer(TreeReader& reader) : reader_(reader), tree_(reader.tree) {}

  bool read(const dbus::Reply& reply) {
    if (!reply.is_reply() || reply.message->signature() != "a((so)a{sv})") return false;
    dbus::Reader body = reply.body();
    auto entries = body.begin_array(8);
    while (body.more(entries)) {
      body.begin_struct();
      body.begin_struct();
      std::string_view bus = body.string();
      const std::string_view path = body.string();
      if (!body.ok()) break;
      if (bus == reader_.application().key) bus = {};
      NodeId id = tree_.find(bus, path);
      if (id == kNone) id = tree_.add(bus, path);
      place(id);
      properties(body, id);
    }
    tree_.keep(reply.message);
    return true;
  }

  // Nodes that GetItems did not have: in the order of the tree.
  const std::vector<NodeId>& unknown() const { return unknown_; }
  // Nodes whose children neither call lists.
  const std::vector<NodeId>& managing() const { return managing_; }

 private:
  struct Open {
    NodeId node;
    int32_t missing;  // children yet to come, as far as known
  };

  void place(NodeId id) {
    if (open_.empty()) {
      tree_.make_root(id);
    } else {
      const size_t depth = depth_of(id);
      open_.resize(depth);
      --open_.back().missing;
      if (!tree_.link(open_.back().node, id)) {
        // Listed twice: its second place is not ours, nor are the children that follow it there.
        open_.push_back({id, tree_.nodes[id].child_count});
        return;
      }
    }
    const Node& node = tree_.nodes[id];
    if (!node.known) {
      unknown_.push_back(id);
    } else if (node.in(state::kManagesDescendants)) {
      managing_.push_back(id);
    }
    open_.push_back({id, node.child_count});
  }

  // How many of the open nodes stay open when `id` comes next.
  size_t depth_of(NodeId id) const {
    const std::string_view parent = tree_.nodes[id].listed_parent;
    for (size_t depth = open_.size(); !parent.empty() && depth > 0; --depth) {
      if (tree_.nodes[open_[depth - 1].node].path == parent) return depth;
    }
    size_t depth = open_.size();
    while (depth > 1 && open_[depth - 1].missing <= 0) --depth;
    return depth;
  }

  void properties(dbus::Reader& body, NodeId id) {
    auto entries = body.begin_array(8);
    while (body.more(entries)) {
      body.begin_struct();
      const std::string_view name = body.string();
      const std::string_view type = body.begin_variant();
      Node& node = tree_.nodes[id];
      if (name == to_string(TreeProperty::kExtents) && type == "(uuuu)") {
        body.begin_struct();
        node.bounds.x = body.i32();
        node.bounds.y = body.i32();
        node.bounds.width = body.i32();
        node.bounds.height = body.i32();
      } else if (name == to_string(TreeProperty::kAttributes) && type == "a{ss}") {
        read_attributes(body, tree_, id);
      } else if (name == to_string(TreeProperty::kAccessibleId) && type == "s") {
        node.id = body.string();
      } else if (name == to_string(TreeProperty::kActionCount) && type == "i") {
        node.action_count = body.i32();
      } else if (name == to_string(TreeProperty::kChildCount) && type == "i") {
        node.child_count = body.i32();
        open_.back().missing = node.child_count;
      } else {
        body.skip(type);
      }
    }
  }

  TreeReader& reader_;
  Tree& tree_;
  std::vector<Open> open_;
  std::vector<NodeId> unknown_;
  std::vector<NodeId> managing_;
};

std::vector<TreeProperty> wanted(const TreeReader& reader) {
  const SnapshotOptions& options = reader.options();
  std::vector<TreeProperty> properties;
  if (options.bounds) properties.push_back(TreeProperty::kExtents);
  if (options.attributes) {
    properties.push_back(TreeProperty::kAttributes);
    // Browsers leave it empty; they have the DOM id among the attributes.
    if (reader.application().toolkit == Toolkit::kGtk3) properties.push_back(TreeProperty::kAccessibleId);
  }
  if (options.actions && reader.application().toolkit != Toolkit::kGtk3) {
    properties.push_back(TreeProperty::kActionCount);
  }
  return properties;
}

// The cache object does not exist before somebody asks for the application's own bus, which is never used.
void make_cache(TreeReader& reader) {
  if (reader.application().notes.cache_made) return;
  reader.application().notes.cache_made = true;
  const Object root{reader.application().key, reader.application().root};
  reader.send(reader.caller().method(root, Method::kGetApplicationBusAddress), [](const dbus::Reply&) {});
}

}  // namespace

bool read_cached(TreeReader& reader) {
  make_cache(reader);
  Tree& tree = reader.tree;
  const Object root = tree.object(0, reader.application().key);
  TreeAnswer answer(reader);
  bool has_items = false;
  bool has_tree = false;
  reader.send(
      reader.caller().method({reader.application().key, kCachePath}, Method::kGetItems),
      [&](const dbus::Reply& reply) { has_items = read_items(reply, reader.application().key, tree); });
  reader.send(reader.caller().tree(root, wanted(reader)),
              [&](const dbus::Reply& reply) { has_tree = answer.read(reply); });
  if (!reader.settle()) return true;
  if (!has_tree) return false;

  const auto& options = reader.options();
  for (NodeId node : answer.unknown()) {
    reader.ask(node, Field::kState);
    reader.ask(node, Field::kRole);
    reader.ask(node, Field::kName);
    if (options.text || options.actions) reader.ask(node, Field::kInterfaces);
    if (options.attributes) reader.ask(node, Field::kDescription);
  }
  if (!reader.settle()) return true;

  std::vector<NodeId> managing = answer.managing();
  for (NodeId node : answer.unknown()) {
    if (tree.nodes[node].in(state::kManagesDescendants)) managing.push_back(node);
  }
  if (!managing.empty()) {
    Walk walk(reader);
    for (NodeId node : managing) walk.children_of(node);
    if (!walk.settle()) return true;
  }
  reader.ask_contents();
  reader.settle();
  return true;
}

}  // namespace surehand::atspi
