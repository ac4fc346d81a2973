#include "platform/linux/read/tree_answer.h"

#include "platform/linux/atspi/extents.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr std::string_view kSignature = "a((so)a{sv})";

// What an element takes in an answer that holds no more than its place. More elements than that makes are rare.
constexpr size_t kLeastBytes = 112;

// How far up a parent is looked for by its path before it is looked up: nearly all are the last or the one before.
constexpr size_t kNear = 16;

}  // namespace

NodeId TreeAnswer::node_of(dbus::Reader& body) {
  body.begin_struct();
  const Reference reference = read_reference(body);
  if (!body.ok()) return kNone;
  if (!reference.sound) return bad_node();
  auto [bus, path] = reference.object;
  if (bus == reader_.application().key) bus = {};
  const NodeId id = tree_.find(bus, path);
  return id != kNone ? id : tree_.add(bus, path);
}

// Keeps its place: what comes after it is counted. Nothing is asked of it.
NodeId TreeAnswer::bad_node() {
  const NodeId id = tree_.add({}, {});
  Node& node = tree_.nodes[id];
  node.bad = node.known = node.dropped = node.contents_asked = true;
  node.child_count = 0;
  return id;
}

bool TreeAnswer::read(const dbus::Reply& reply) {
  if (!reply.is_reply() || reply.message->signature() != kSignature) return false;
  const size_t most = reply.message->bytes() / kLeastBytes;
  order_.reserve(most);
  tree_.reserve(tree_.nodes.size() + most);
  dbus::Reader body = reply.body();
  auto entries = body.begin_array(8);
  while (body.more(entries)) {
    const NodeId id = node_of(body);
    if (id == kNone) break;
    order_.push_back(id);
    properties(body, id);
  }
  tree_.keep(reply.message);
  return !order_.empty();
}

void TreeAnswer::read_again(const dbus::Reply& reply) {
  if (!reply.is_reply() || reply.message->signature() != kSignature) return;
  dbus::Reader body = reply.body();
  auto entries = body.begin_array(8);
  while (body.more(entries)) {
    const NodeId id = node_of(body);
    if (id == kNone) break;
    properties(body, id);
  }
  tree_.keep(reply.message);
}

void TreeAnswer::properties(dbus::Reader& body, NodeId id) {
  auto entries = body.begin_array(8);
  while (body.more(entries)) {
    body.begin_struct();
    const std::string_view name = body.string();
    const std::string_view type = body.begin_variant();
    Node& node = tree_.nodes[id];
    const std::optional<TreeProperty> property = tree_property(name);
    if (property == TreeProperty::kExtents && type == "(uuuu)") {
      node.bounds = read_extents(body);
    } else if (property == TreeProperty::kAttributes && type == "a{ss}") {
      read_attributes(body, tree_, id);
    } else if (property == TreeProperty::kAccessibleId && type == "s") {
      node.id = body.string();
    } else if (property == TreeProperty::kName && type == "s") {
      node.name = body.string();
    } else if (property == TreeProperty::kDescription && type == "s") {
      node.description = body.string();
    } else if (property == TreeProperty::kChildCount && type == "i") {
      node.child_count = body.i32();
    } else if (property == TreeProperty::kActionCount && type == "i") {
      node.action_count = body.i32();
    } else {
      body.skip(type);
    }
  }
}

void TreeAnswer::place() {
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds && !resolve(); ++round) {
    if (!ask_disputed()) break;
  }
  // What is listed twice has its first place; what follows it at the second finds it there.
  for (size_t i = 1; i < order_.size(); ++i) {
    const bool linked = tree_.link(parents_[i], order_[i]);
    if (linked && tree_.nodes[order_[i]].bad) tree_.cut(parents_[i], CutReason::kFailed, kBadReference);
  }
}

// Works out `parents_`. False when an element has to be asked first.
bool TreeAnswer::resolve() {
  parents_.assign(order_.size(), kNone);
  disputed_.clear();
  open_at_.assign(tree_.nodes.size(), 0);
  std::vector<Open> open;
  for (size_t i = 0; i < order_.size(); ++i) {
    const NodeId id = order_[i];
    if (i > 0) {
      open.resize(depth_of(id, open));
      if (open.back().missing > 0) --open.back().missing;
      parents_[i] = open.back().node;
    }
    // What manages its descendants counts them and lists none of them; of another application's elements none is listed.
    const bool lists_none = tree_.nodes[id].in(state::kManagesDescendants) || !tree_.nodes[id].bus.empty();
    open.push_back({id, lists_none ? 0 : tree_.nodes[id].child_count});
    open_at_[id] = static_cast<uint32_t>(open.size());
  }
  return disputed_.empty();
}

// How many of the open nodes stay open when `id` comes next.
size_t TreeAnswer::depth_of(NodeId id, std::vector<Open>& open) {
  const std::string_view named = tree_.nodes[id].listed_parent;
  const size_t by_name = named.empty() ? 0 : depth_named(named, open);
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

// How many of the open nodes there are up to the one with that path, or 0. In a chain of many thousands not all are compared.
size_t TreeAnswer::depth_named(std::string_view path, const std::vector<Open>& open) const {
  for (size_t depth = open.size(); depth > 0 && depth + kNear > open.size(); --depth) {
    if (tree_.nodes[open[depth - 1].node].path == path) return depth;
  }
  const NodeId id = tree_.find({}, path);
  const size_t depth = id == kNone ? 0 : open_at_[id];
  return depth > 0 && depth <= open.size() && open[depth - 1].node == id ? depth : 0;
}

bool TreeAnswer::ask_disputed() {
  for (NodeId id : disputed_) {
    auto& known = children_[id];
    const auto count = ChildCount::of(tree_.nodes[id].child_count);
    if (!count) continue;
    const Object object = tree_.object(id, reader_.application().key);
    reader_.send([object, count](Caller& caller) { return caller.children(object, *count); },
                 [this, &known](const dbus::Reply& reply) {
                   if (!reply.is_reply()) return;
                   dbus::Reader body = reply.body();
                   auto list = body.begin_array(8);
                   while (body.more(list)) {
                     auto [bus, path] = read_reference(body).object;
                     if (bus == reader_.application().key) bus = {};
                     const NodeId child = tree_.find(bus, path);
                     if (child != kNone) known.insert(child);
                   }
                 });
  }
  return reader_.settle();
}

std::vector<TreeProperty> tree_properties(const TreeReader& reader) {
  const SnapshotOptions& options = reader.options();
  std::vector<TreeProperty> properties;
  if (options.bounds) properties.push_back(TreeProperty::kExtents);
  if (options.attributes) properties.push_back(TreeProperty::kAttributes);
  if (options.attributes && reader.has_ids()) properties.push_back(TreeProperty::kAccessibleId);
  if (options.actions) properties.push_back(TreeProperty::kActionCount);
  if (reader.application().traits().cache_lacks_list_counts) properties.push_back(TreeProperty::kChildCount);
  return properties;
}

}  // namespace surehand::atspi
