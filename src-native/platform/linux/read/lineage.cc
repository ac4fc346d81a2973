#include "platform/linux/read/lineage.h"

#include <algorithm>

#include "platform/linux/atspi/reference.h"

namespace surehand::atspi {

Lineage::Lineage(TreeReader& reader, bool checks_places)
    : reader_(reader),
      tree_(reader.tree),
      checks_places_(checks_places && reader.application().traits().hidden_elements_name_parent) {}

NodeId Lineage::meet(std::string_view path) {
  const NodeId known = tree_.find({}, path);
  if (known != kNone) return known;
  const NodeId id = tree_.add({}, path);
  parents_.resize(tree_.nodes.size(), kNone);
  parentless_.resize(tree_.nodes.size(), false);
  indexes_.resize(tree_.nodes.size(), -1);
  reader_.ask(id, Field::kState);
  reader_.ask_basics(id);
  const Object object = tree_.object(id, reader_.application().key);
  reader_.send([object](Caller& caller) { return caller.get(object, Property::kParent); },
               [this, id](const dbus::Reply& reply) { told_parent(id, reply); });
  // What was removed may go on naming its parent, which no longer counts it.
  reader_.send([object](Caller& caller) { return caller.method(object, Method::kGetIndexInParent); },
               [this, id](const dbus::Reply& reply) { told_index(id, reply); });
  return id;
}

std::vector<NodeId> Lineage::line_of(NodeId element) const {
  std::vector<NodeId> line;
  NodeId at = element;
  // A circle is no longer than all there are.
  while (at != kNone && line.size() < tree_.nodes.size()) {
    if (tree_.nodes[at].dropped) return {};
    line.push_back(at);
    at = parents_[at];
  }
  if (line.empty() || line.back() != 0) return {};
  std::reverse(line.begin(), line.end());
  return line;
}

void Lineage::place() {
  std::vector<bool> seen(
      tree_.nodes.size());  // on a way up that led nowhere, or that is placed: it is not walked twice
  for (NodeId id = 1; id < tree_.nodes.size(); ++id) {
    std::vector<NodeId> line;
    NodeId at = id;
    while (at != kNone && !tree_.nodes[at].linked && !seen[at]) {
      seen[at] = true;
      line.push_back(at);
      at = parents_[at];
    }
    if (at == kNone || !tree_.nodes[at].linked) continue;
    for (; !line.empty(); line.pop_back()) {
      tree_.link(at, line.back());
      at = line.back();
    }
  }
}

void Lineage::told_parent(NodeId id, const dbus::Reply& reply) {
  if (!reply.is_reply()) return;
  auto body = reply.body();
  if (body.begin_variant() != "(so)") return;
  const auto [bus, path] = read_reference(body).object;
  if (path == kNullPath && reader_.application().traits().windows_may_lack_parent) {
    parentless_[id] = true;
    parents_[id] = 0;
    return;
  }
  if (bus != reader_.application().key || path == kNullPath) return;
  tree_.keep(reply.message);
  const NodeId parent = meet(path);
  parents_[id] = parent;
  check_place(id);
}

void Lineage::told_index(NodeId id, const dbus::Reply& reply) {
  if (reply.is_reply()) indexes_[id] = reply.body().i32();
  const bool is_parentless = reply.is_reply() && parentless_[id];
  if (indexes_[id] < 0 && !is_parentless) tree_.nodes[id].dropped = true;
  check_place(id);
}

// Once both its parent and its index are told.
void Lineage::check_place(NodeId id) {
  const NodeId parent = parents_[id];
  const int32_t index = indexes_[id];
  if (!checks_places_ || parent == kNone || parent == 0 || index < 0 || tree_.nodes[id].dropped) return;
  const Object above = tree_.object(parent, reader_.application().key);
  reader_.send([above, index](Caller& caller) { return caller.with_index(above, Method::kGetChildAtIndex, index); },
               [this, id](const dbus::Reply& reply) {
                 auto body = reply.body();
                 if (!reply.is_reply() || read_reference(body).object.path != tree_.nodes[id].path) {
                   tree_.nodes[id].dropped = true;
                 }
               });
}

}  // namespace surehand::atspi
