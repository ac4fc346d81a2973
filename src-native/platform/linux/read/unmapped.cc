#include "platform/linux/read/read.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

constexpr uint32_t kWindowCoordinates = 1;

// The pages of stacks and notebooks are objects without a place, each with the widget that is its content; a closed revealer
// has no height. Only what is directly below such a one can have been left: what it holds follows it.
bool may_be_left(const Node& node, const Node& parent) {
  if (parent.role == role::kApplication || !node.in(state::kVisible)) return false;
  if (node.bounds.width <= 0 || node.bounds.height <= 0) return false;
  return parent.bounds.width <= 0 || parent.bounds.height <= 0;
}

}  // namespace

void ask_mapped(TreeReader& reader, const Object& object, Node& node, const Node& parent) {
  // What is disabled is not found at any point either, so nothing can be said of it.
  if (!may_be_left(node, parent) || !node.in(state::kSensitive)) return;
  const int32_t x = node.bounds.x + node.bounds.width / 2;
  const int32_t y = node.bounds.y + node.bounds.height / 2;
  const ObjectName name{std::string(object.bus), std::string(object.path)};
  reader.send([name, x, y](Caller& caller) { return caller.accessible_at(name, x, y, kWindowCoordinates); },
              [&node](const dbus::Reply& reply) {
                if (!reply.is_reply()) return;
                dbus::Reader body = reply.body();
                body.begin_struct();
                body.string();
                node.unmapped = body.string() == kNullPath && body.ok();
              });
}

void look_for_unmapped(TreeReader& reader) {
  if (reader.application().toolkit != Toolkit::kGtk4) return;
  auto& nodes = reader.tree.nodes;
  for (NodeId id = 0; id < nodes.size(); ++id) {
    Node& node = nodes[id];
    if (!node.linked || node.dropped || node.parent == kNone) continue;
    ask_mapped(reader, reader.tree.object(id, reader.application().key), node, nodes[node.parent]);
  }
  if (!reader.settle()) return;
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
