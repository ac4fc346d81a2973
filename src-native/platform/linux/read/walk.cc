#include "platform/linux/dbus/message.h"
#include "platform/linux/quirks/shows.h"
#include "platform/linux/read/read.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// Cells of a table from which on those out of view are read in part.
constexpr int32_t kManyCells = 64;

}  // namespace

Walk::Walk(TreeReader& reader) : reader_(reader) {
  reader_.on_answer([this](NodeId node, Field field) { answered(node, field); });
}

Walk::~Walk() { reader_.on_answer(nullptr); }

void Walk::visit(NodeId node) {
  if (reader_.reads_states()) reader_.ask(node, Field::kState);
  // Of what may turn out hidden, nothing else is asked until its states are known.
  if (!reader_.options().only_visible && !is_of_many(node)) {
    reader_.ask_basics(node);
    children_of(node);
  }
}

bool Walk::is_of_many(NodeId node) const {
  if (!reader_.application().traits().makes_cells_on_demand) return false;
  const NodeId parent = reader_.tree.nodes[node].parent;
  if (parent == kNone) return false;
  const Node& container = reader_.tree.nodes[parent];
  return container.role == role::kTable && container.child_count > kManyCells;
}

// What else a cell says matters only once it was scrolled into view.
void Walk::ask_out_of_view(NodeId id) {
  Node& node = reader_.tree.nodes[id];
  node.contents_asked = true;
  node.child_count = 0;
  reader_.ask(id, Field::kRole);
  reader_.ask(id, Field::kName);
  if (reader_.reads_places()) reader_.ask(id, Field::kExtents);
}

void Walk::children_of(NodeId node) {
  ++reader_.tree.nodes[node].awaited;
  reader_.ask(node, Field::kChildCount);
}

void Walk::answered(NodeId id, Field field) {
  Tree& tree = reader_.tree;
  if (field == Field::kState && reader_.options().only_visible) {
    const Node& node = tree.nodes[id];
    if (node.dropped) return;
    if (!node.in(showing_state(reader_.application().toolkit)) && node.parent != kNone) {
      tree.nodes[id].dropped = true;
      tree.cut(node.parent, CutReason::kHidden);
      return;
    }
    reader_.ask_basics(id);
    children_of(id);
  } else if (field == Field::kState && is_of_many(id)) {
    if (tree.nodes[id].dropped) return;
    if (!tree.nodes[id].in(state::kShowing)) return ask_out_of_view(id);
    reader_.ask_basics(id);
    children_of(id);
  } else if (field == Field::kChildCount) {
    --tree.nodes[id].awaited;
    look_below(id);
  } else if (field == Field::kChildren) {
    --tree.nodes[id].awaited;
    // Of Qt this would be the submenu of an entry, which is read where it shows.
    const bool may_be_socket = reader_.application().traits().may_embed_webkit && tree.nodes[id].child_count == 1;
    if (tree.nodes[id].first == kNone && may_be_socket) return ask_plugged(id);
    // What another lists as well is in the tree there (Qt, of an action in two menus).
    const bool lacks_children = tree.nodes[id].first == kNone && !tree.nodes[id].shares_children;
    if (lacks_children) tree.cut(id, CutReason::kFailed, "none of its children can be listed");
    for (NodeId child = tree.nodes[id].first; child != kNone; child = tree.nodes[child].next) enter(child);
  } else if (field == Field::kChild) {
    --tree.nodes[id].awaited;
    if (tree.nodes[id].last != kNone) enter(tree.nodes[id].last);
  }
}

// What is plugged into a socket (WebKitGTK's page) atk-bridge gives by its index alone, and WebKit under a name of its own choice.
void Walk::ask_plugged(NodeId id) {
  const Object socket = reader_.tree.object(id, reader_.application().key);
  ++reader_.tree.nodes[id].awaited;
  reader_.send([socket](Caller& caller) { return caller.with_index(socket, Method::kGetChildAtIndex, 0); },
               [this, id](const dbus::Reply& reply) {
                 --reader_.tree.nodes[id].awaited;
                 dbus::Reader body = reply.body();
                 if (reply.is_reply()) body.begin_struct();
                 const ObjectName plug{std::string(body.string()), std::string(body.string())};
                 if (!reply.is_reply() || !body.ok() || plug.bus.empty() || plug.path == kNullPath)
                   return reader_.tree.cut(id, CutReason::kFailed, "none of its children can be listed");
                 if (dbus::is_unique_name(plug.bus)) return plugged(id, plug);
                 ++reader_.tree.nodes[id].awaited;
                 reader_.send([name = plug.bus](Caller& caller) { return caller.owner_of(name); },
                              [this, id, path = plug.path](const dbus::Reply& owner) {
                                --reader_.tree.nodes[id].awaited;
                                const bool known = owner.is_reply();
                                plugged(id, {known ? std::string(owner.body().string()) : std::string(), path});
                              });
               });
}

void Walk::plugged(NodeId socket, const ObjectName& plug) {
  Tree& tree = reader_.tree;
  if (!dbus::is_unique_name(plug.bus) || !dbus::is_object_path(plug.path))
    return tree.cut(socket, CutReason::kFailed, kBadReference);
  NodeId child = tree.find(plug.bus, plug.path);
  if (child == kNone) child = tree.add(tree.keep(plug.bus), tree.keep(plug.path));
  if (tree.link(socket, child)) enter(child);
}

void Walk::enter(NodeId id) {
  Node& node = reader_.tree.nodes[id];
  if (node.visited) return;
  node.visited = true;
  const uint32_t most = reader_.options().max_nodes;
  if (node.known) {
    if (known_) known_(id);
  } else if (most == 0 || id < most) {
    visit(id);  // those beyond stay unread, which the snapshot says
  }
}

void Walk::look_below(NodeId id) {
  Tree& tree = reader_.tree;
  const Node& node = tree.nodes[id];
  if (node.dropped || node.child_count == 0) return;
  if (node.child_count < 0) {
    tree.cut(id, CutReason::kFailed, "the application does not say what is below");
    return;
  }
  if (!ChildCount::of(node.child_count)) {
    reader_.application().notes.huge_container = true;
    tree.cut(id, CutReason::kVirtual, std::to_string(node.child_count) + " children");
    return;
  }
  if (node.depth >= reader_.options().max_depth) {
    tree.cut(id, CutReason::kBudget);
    return;
  }
  // GTK 4.8 crashes when its application element is asked for a window by an index that has just become too large
  // (docs/internals/quirks.md).
  if (!reader_.application().traits().children_lack_stack_pages || node.path == reader_.application().root) {
    ++tree.nodes[id].awaited;
    reader_.ask(id, Field::kChildren);
    return;
  }
  const int32_t count = node.child_count;
  tree.nodes[id].awaited += count;
  for (int32_t i = 0; i < count; ++i) reader_.ask(id, Field::kChild, static_cast<uint16_t>(i));
}

void read_walk(TreeReader& reader) {
  Walk walk(reader);
  walk.visit(0);
  if (walk.settle()) reader.ask_contents();
  reader.settle();
}

}  // namespace surehand::atspi
