#include <algorithm>
#include <vector>

#include "platform/linux/read/read.h"
#include "platform/linux/read/visibility.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr uint32_t kUnmappedCoordinates = 1;
constexpr int32_t kInset = 2;
constexpr size_t kMostWitnesses = 64;

bool has_size(const Node& node) { return node.bounds.width > 0 && node.bounds.height > 0; }

bool holds_others(uint32_t role_number) {
  return role_number == role::kPanel || role_number == role::kFiller || role_number == role::kScrollPane;
}

// The pages of stacks and notebooks are objects without a place, each with the widget that is its content; a closed revealer
// has no height. Only what is directly below such a one can have been left: what it holds follows it. The pages of libadwaita's stack
// (`AdwViewStack`) have no such object: each begins where the stack begins, as does the first part of any box.
bool may_be_left(const Node& node, const Node& parent, bool has_siblings) {
  if (parent.role == role::kApplication || !node.in(state::kVisible) || !has_size(node)) return false;
  if (parent.bounds.width <= 0 || parent.bounds.height <= 0) return true;
  return has_siblings && holds_others(node.role) && node.bounds.x == parent.bounds.x &&
         node.bounds.y == parent.bounds.y;
}

// Nothing is found in what is disabled, either.
bool is_in_disabled(const Tree& tree, NodeId id) {
  for (NodeId at = tree.nodes[id].parent; at != kNone; at = tree.nodes[at].parent) {
    if (is_disabled(tree.nodes[at])) return true;
  }
  return false;
}

// What is disabled is found at no point, so it proves nothing.
bool can_tell(const Node& node) { return node.in(state::kSensitive) && has_size(node); }

// Asks `node` what is at a point of it. That something is, or that it cannot be known, says that `page` is mapped.
void ask_at(TreeReader& reader, const Object& object, int32_t x, int32_t y, Node& page) {
  const ObjectName name{std::string(object.bus), std::string(object.path)};
  reader.send([name, x, y](Caller& caller) { return caller.accessible_at(name, x, y, kUnmappedCoordinates); },
              [&page](const dbus::Reply& reply) {
                if (!reply.is_reply()) {
                  page.unmapped = false;
                  return;
                }
                dbus::Reader body = reply.body();
                body.begin_struct();
                body.string();
                if (body.string() != kNullPath) page.unmapped = false;
              });
}

void ask_middle(TreeReader& reader, const Object& object, const Node& node, Node& page) {
  ask_at(reader, object, node.bounds.x + node.bounds.width / 2, node.bounds.y + node.bounds.height / 2, page);
}

// What lies at a point may be something that is not published (an icon for show): then nothing is found there either. So corners of
// the page and all that it holds are asked as well, of those pages alone whose middle says nothing.
void ask_further(TreeReader& reader, NodeId page) {
  auto& nodes = reader.tree.nodes;
  ask_corners(reader, reader.tree.object(page, reader.application().key), nodes[page]);
  std::vector<NodeId> below;
  for (NodeId id = nodes[page].first; id != kNone; id = nodes[id].next) below.push_back(id);
  size_t asked = 0;
  for (size_t i = 0; i < below.size() && asked < kMostWitnesses; ++i) {
    const Node& node = nodes[below[i]];
    if (can_tell(node)) {
      ask_middle(reader, reader.tree.object(below[i], reader.application().key), node, nodes[page]);
      ++asked;
    }
    for (NodeId id = node.first; id != kNone; id = nodes[id].next) below.push_back(id);
  }
}

}  // namespace

bool ask_mapped(TreeReader& reader, const Object& object, Node& node, const Node& parent, bool has_siblings) {
  // What is another program's answers for itself, as its own toolkit does.
  if (object.bus != reader.application().key) return false;
  if (!may_be_left(node, parent, has_siblings) || !can_tell(node)) return false;
  node.unmapped = true;
  ask_middle(reader, object, node, node);
  return true;
}

void ask_corners(TreeReader& reader, const Object& object, Node& marked) {
  const Rect& at = marked.bounds;
  ask_at(reader, object, at.x + std::min(kInset, at.width / 2), at.y + std::min(kInset, at.height / 2), marked);
  ask_at(reader, object, at.x + std::max(0, at.width - kInset), at.y + std::max(0, at.height - kInset), marked);
}

void ask_mapped_at(TreeReader& reader, const Object& object, const Node& inside, Node& marked) {
  if (can_tell(inside)) ask_middle(reader, object, inside, marked);
}

void look_for_unmapped(TreeReader& reader) {
  if (!reader.application().traits().unmapped_keeps_place) return;
  auto& nodes = reader.tree.nodes;
  std::vector<NodeId> pages;
  for (NodeId id = 0; id < nodes.size(); ++id) {
    Node& node = nodes[id];
    if (!node.linked || node.dropped || node.parent == kNone) continue;
    const bool has_siblings = node.next != kNone || nodes[node.parent].first != id;
    if (!may_be_left(node, nodes[node.parent], has_siblings) || is_in_disabled(reader.tree, id)) continue;
    if (ask_mapped(reader, reader.tree.object(id, reader.application().key), node, nodes[node.parent], has_siblings)) {
      pages.push_back(id);
    }
  }
  bool known = reader.settle();
  for (const NodeId page : pages) {
    if (known && nodes[page].unmapped) ask_further(reader, page);
  }
  known = reader.settle() && known;
  // A part that was not read is not said to be hidden.
  if (!known) {
    for (const NodeId page : pages) nodes[page].unmapped = false;
    return;
  }
  // A page is as its content is.
  for (Node& page : nodes) {
    if (page.role == role::kApplication || page.has(Interface::kComponent) || page.bounds.width >= 0) continue;
    bool left = page.first != kNone;
    for (NodeId id = page.first; id != kNone && left; id = nodes[id].next) {
      const Rect& bounds = nodes[id].bounds;
      left = nodes[id].unmapped || (bounds.width == 0 && bounds.height == 0);
    }
    page.unmapped = left;
  }
}

}  // namespace surehand::atspi
