#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "platform/linux/cache_items.h"
#include "platform/linux/read.h"
#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

constexpr size_t kManyUnknown = 200;

// The answer of Collection.GetTree, `a((so)a{sv})`: the subtree in document order, without depths. What it
// lists is really there, whatever GetItems has besides (zombies) or lacks (what came while nobody listened).
class TreeAnswer {
 public:
  explicit TreeAnswer(TreeReader& reader) : reader_(reader), tree_(reader.tree) {}

  bool read(const dbus::Reply& reply) {
    if (!reply.is_reply() || reply.message->signature() != "a((so)a{sv})") return false;
    order_.reserve(tree_.nodes.size());
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
      order_.push_back(id);
      properties(body, id);
    }
    tree_.keep(reply.message);
    return true;
  }

  // A second answer, with more about the nodes of the first.
  void read_again(const dbus::Reply& reply) {
    if (!reply.is_reply() || reply.message->signature() != "a((so)a{sv})") return;
    dbus::Reader body = reply.body();
    auto entries = body.begin_array(8);
    while (body.more(entries)) {
      body.begin_struct();
      body.begin_struct();
      std::string_view bus = body.string();
      if (bus == reader_.application().key) bus = {};
      const NodeId id = tree_.find(bus, body.string());
      if (!body.ok()) break;
      if (id == kNone) {
        body.skip("a{sv}");
      } else {
        properties(body, id);
      }
    }
    tree_.keep(reply.message);
  }

  size_t size() const { return order_.size(); }

  void find_unknown() {
    for (NodeId id : order_) {
      if (!tree_.nodes[id].known) unknown_.push_back(id);
    }
  }
  // Nodes that GetItems did not have.
  const std::vector<NodeId>& unknown() const { return unknown_; }

  // Gives each node its place. In document order a node belongs to the deepest of the nodes before it that
  // still misses children, and should name that one as its parent. Where it does not (LibreOffice's root
  // panes skip two levels, and a child that is null is counted but not listed), the application is asked who
  // is right.
  void place() {
    constexpr int kRounds = 8;
    for (int round = 0; round < kRounds && !resolve(); ++round) {
      if (!ask_disputed()) break;
    }
    // What is listed twice has its first place; what follows it at the second finds it there.
    for (size_t i = 1; i < order_.size(); ++i) tree_.link(parents_[i], order_[i]);
  }

 private:
  struct Open {
    NodeId node;
    int32_t missing;  // children yet to come; negative: the count was never known
  };

  // Works out `parents_`. False when somebody has to be asked first.
  bool resolve() {
    parents_.assign(order_.size(), kNone);
    disputed_.clear();
    std::vector<Open> open;
    for (size_t i = 0; i < order_.size(); ++i) {
      const NodeId id = order_[i];
      if (i > 0) {
        open.resize(depth_of(id, open));
        if (open.back().missing > 0) --open.back().missing;
        parents_[i] = open.back().node;
      }
      open.push_back({id, tree_.nodes[id].child_count});
    }
    return disputed_.empty();
  }

  // How many of the open nodes stay open when `id` comes next.
  size_t depth_of(NodeId id, std::vector<Open>& open) {
    const std::string_view named = tree_.nodes[id].listed_parent;
    size_t by_name = named.empty() ? 0 : open.size();
    while (by_name > 0 && tree_.nodes[open[by_name - 1].node].path != named) --by_name;
    for (size_t by_count = open.size(); by_count > 0; --by_count) {
      Open& candidate = open[by_count - 1];
      if (by_count == by_name) return by_name;
      if (candidate.missing <= 0) continue;
      if (by_name == 0) return by_count;
      const auto known = children_.find(candidate.node);
      if (known == children_.end()) {
        disputed_.push_back(candidate.node);
        return by_count;
      }
      if (known->second.count(id) != 0) return by_count;
      candidate.missing = 0;
    }
    return 1;
  }

  bool ask_disputed() {
    for (NodeId id : disputed_) {
      auto& known = children_[id];
      const auto count = ChildCount::of(tree_.nodes[id].child_count);
      if (!count) continue;
      const Object object = tree_.object(id, reader_.application().key);
      reader_.send(reader_.caller().children(object, *count), [this, &known](const dbus::Reply& reply) {
        if (!reply.is_reply()) return;
        dbus::Reader body = reply.body();
        auto list = body.begin_array(8);
        while (body.more(list)) {
          body.begin_struct();
          std::string_view bus = body.string();
          if (bus == reader_.application().key) bus = {};
          const NodeId child = tree_.find(bus, body.string());
          if (child != kNone) known.insert(child);
        }
      });
    }
    return reader_.settle();
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
      } else if (name == to_string(TreeProperty::kName) && type == "s") {
        node.name = body.string();
      } else if (name == to_string(TreeProperty::kDescription) && type == "s") {
        node.description = body.string();
      } else if (name == to_string(TreeProperty::kChildCount) && type == "i") {
        node.child_count = body.i32();
      } else if (name == to_string(TreeProperty::kActionCount) && type == "i") {
        node.action_count = body.i32();
      } else {
        body.skip(type);
      }
    }
  }

  TreeReader& reader_;
  Tree& tree_;
  std::vector<NodeId> order_;
  std::vector<NodeId> parents_;
  std::vector<NodeId> disputed_;
  std::unordered_map<NodeId, std::unordered_set<NodeId>> children_;  // of the disputed, as they say
  std::vector<NodeId> unknown_;
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

// A part of the tree this many times smaller than the whole is cheaper to ask for than the cache: three calls
// of about 28 µs an element, against 7 µs for each item.
constexpr size_t kSmallPart = 12;
constexpr size_t kUsualSize = 2000;  // of an application that was never read

bool read_nothing(TreeReader& reader) {
  reader.tree.nodes[0].awaited = 1;
  return true;
}

}  // namespace

bool read_cached(TreeReader& reader) {
  make_cache(reader);
  Tree& tree = reader.tree;
  const Object root = tree.object(0, reader.application().key);
  TreeAnswer answer(reader);
  bool has_tree = false;
  const auto ask_tree = [&] {
    reader.send(reader.caller().tree(root, wanted(reader)),
                [&](const dbus::Reply& reply) { has_tree = answer.read(reply); });
  };
  const auto ask_items = [&] {
    reader.send(reader.caller().method({reader.application().key, kCachePath}, Method::kGetItems),
                [&](const dbus::Reply& reply) { read_items(reply, reader.application().key, tree); });
  };
  if (root.path == reader.application().root) {
    ask_items();
    ask_tree();
  } else {
    ask_tree();
    if (!reader.settle()) return read_nothing(reader);
    const uint32_t whole = reader.application().notes.nodes;
    if (answer.size() * kSmallPart > (whole != 0 ? whole : kUsualSize)) ask_items();
  }
  if (!reader.settle()) return read_nothing(reader);
  if (!has_tree) return false;
  answer.find_unknown();

  // A cache that was made too early lacks whole pages; then one more call for all is cheaper than three for
  // each.
  const bool many = answer.unknown().size() > kManyUnknown;
  if (many) {
    reader.send(reader.caller().tree(
                    root, {TreeProperty::kName, TreeProperty::kDescription, TreeProperty::kChildCount}),
                [&](const dbus::Reply& reply) { answer.read_again(reply); });
  }
  const auto& options = reader.options();
  for (NodeId node : answer.unknown()) {
    reader.ask(node, Field::kState);
    reader.ask(node, Field::kRole);
    if (options.text || options.actions) reader.ask(node, Field::kInterfaces);
    if (many) continue;
    reader.ask(node, Field::kName);
    reader.ask(node, Field::kParent);
    reader.ask(node, Field::kChildCount);
    if (options.attributes) reader.ask(node, Field::kDescription);
  }
  const bool complete = reader.settle();
  answer.place();
  if (!complete) return true;

  // Neither of the two calls goes below these.
  std::vector<NodeId> managing;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (tree.nodes[id].linked && tree.nodes[id].in(state::kManagesDescendants)) managing.push_back(id);
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
