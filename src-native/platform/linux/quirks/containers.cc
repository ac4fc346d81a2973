#include "platform/linux/quirks/containers.h"

#include <functional>
#include <string_view>

#include "platform/linux/roles.h"

namespace surehand::atspi {
namespace {

// Elements come and go; what is noted of them is not to grow with that.
constexpr size_t kMostNoted = 4096;

// A scroll area has what it shows, and beside that a filler for each of its scroll bars.
bool is_scroll_bar_holder(const Tree& tree, const Node& node) {
  return node.role == role::kFiller && node.first != kNone && node.first == node.last &&
         tree.nodes[node.first].role == role::kScrollBar;
}

bool is_scrolled(const Tree& tree, NodeId id) {
  const Node& node = tree.nodes[id];
  if (node.role != role::kFiller || tree.nodes[node.parent].first != id) return false;
  for (NodeId at = node.next; at != kNone; at = tree.nodes[at].next) {
    if (is_scroll_bar_holder(tree, tree.nodes[at])) return true;
  }
  return false;
}

bool is_inner_frame(const Tree& tree, const Node& node) {
  return node.role == role::kFrame && tree.nodes[node.parent].role != role::kApplication;
}

}  // namespace

std::optional<Role> container_role(const Tree& tree, NodeId id, const ApplicationRecord& application) {
  const Node& node = tree.nodes[id];
  if (application.toolkit != Toolkit::kQt || (node.role != role::kFiller && node.role != role::kFrame)) {
    return std::nullopt;
  }
  auto& noted = application.notes.container_roles;
  const uint64_t key = std::hash<std::string_view>()(node.path);
  if (node.parent != kNone) {
    std::optional<Role> role;
    if (is_scrolled(tree, id)) role = Role::kScrollArea;
    if (is_inner_frame(tree, node)) role = Role::kGroup;
    if (role) {
      if (noted.size() >= kMostNoted) noted.clear();
      noted[key] = *role;
      return role;
    }
  }
  const auto known = noted.find(key);
  return known == noted.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace surehand::atspi
