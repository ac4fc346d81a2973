#include "platform/linux/read/tree.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/text/hash.h"

namespace surehand::atspi {
namespace {

constexpr size_t kChunk = 32 << 10;

uint32_t hash(std::string_view path) { return static_cast<uint32_t>(hash_of(path)); }

}  // namespace

void Tree::reserve(size_t count) {
  if (count > nodes.capacity()) nodes.reserve(std::max(count, nodes.capacity() * 2));
  size_t size = 64;
  while (size < count * 2) size *= 2;
  if (size <= slots_.size()) return;
  slots_.assign(size, Slot());
  for (NodeId id = 0; id < nodes.size(); ++id) index(id, hash(nodes[id].path));
}

void Tree::index(NodeId node, uint32_t hash) {
  const size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  while (slots_[slot].node != kNone) slot = (slot + 1) & mask;
  slots_[slot] = {node, hash};
}

NodeId Tree::add(std::string_view bus, std::string_view path) {
  if ((nodes.size() + 1) * 2 > slots_.size()) reserve(nodes.empty() ? 32 : nodes.size() * 2);
  const NodeId id = static_cast<NodeId>(nodes.size());
  Node& node = nodes.emplace_back();
  node.bus = bus;
  node.path = path;
  index(id, hash(path));
  return id;
}

NodeId Tree::find(std::string_view bus, std::string_view path) const {
  if (slots_.empty()) return kNone;
  const uint32_t wanted = hash(path);
  const size_t mask = slots_.size() - 1;
  for (size_t slot = wanted & mask; slots_[slot].node != kNone; slot = (slot + 1) & mask) {
    if (slots_[slot].hash != wanted) continue;
    const Node& node = nodes[slots_[slot].node];
    if (node.path == path && node.bus == bus) return slots_[slot].node;
  }
  return kNone;
}

std::string_view Tree::keep(std::string_view text) {
  if (text.empty()) return "";
  if (text.size() > room_) {
    room_ = std::max(kChunk, text.size());
    free_ = chunks_.emplace_back(new char[room_]).get();
  }
  std::memcpy(free_, text.data(), text.size());
  const std::string_view kept(free_, text.size());
  free_ += text.size();
  room_ -= text.size();
  return kept;
}

void Tree::add_action(NodeId node, uint16_t index, std::string_view name, std::string_view binding) {
  const uint32_t before = std::exchange(nodes[node].last_action, static_cast<uint32_t>(actions.size()));
  actions.push_back({index, keep(name), keep(binding), before});
}

bool Tree::link(NodeId parent, NodeId child) {
  Node& below = nodes[child];
  if (below.linked) return false;
  below.linked = true;
  below.parent = parent;
  below.next = kNone;
  Node& above = nodes[parent];
  below.depth = above.depth + 1;
  if (above.last == kNone) {
    above.first = child;
  } else {
    nodes[above.last].next = child;
  }
  above.last = child;
  return true;
}

bool Tree::is_in(NodeId node, NodeId above) const {
  while (node != kNone && node != above) node = nodes[node].parent;
  return node != kNone;
}

}  // namespace surehand::atspi
