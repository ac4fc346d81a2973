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

// GTK 4.8 has a role for its windows and dialogs, and none for its file chooser.
std::optional<Role> role_in_gtk4(const Tree& tree, const Node& node) {
  const bool is_window = tree.nodes[node.parent].role == role::kApplication;
  return node.role == role::kFiller && is_window ? std::optional(Role::kDialog) : std::nullopt;
}

std::optional<Role> role_in_qt(const Tree& tree, NodeId id) {
  if (is_inner_frame(tree, tree.nodes[id])) return Role::kGroup;
  return is_scrolled(tree, id) ? std::optional(Role::kScrollArea) : std::nullopt;
}

}  // namespace

std::optional<Role> container_role(const Tree& tree, NodeId id, const ApplicationRecord& application) {
  const Node& node = tree.nodes[id];
  const bool is_gtk4 = application.toolkit == Toolkit::kGtk4;
  if (!is_gtk4 && application.toolkit != Toolkit::kQt) return std::nullopt;
  if (node.role != role::kFiller && node.role != role::kFrame) return std::nullopt;
  auto& noted = application.notes.container_roles;
  const uint64_t key = std::hash<std::string_view>()(node.path);
  if (node.parent != kNone) {
    const auto role = is_gtk4 ? role_in_gtk4(tree, node) : role_in_qt(tree, id);
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
