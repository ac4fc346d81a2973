#include "platform/linux/quirks/containers.h"

#include <string_view>

#include "core/text/hash.h"
#include "platform/linux/quirks/names.h"
#include "platform/linux/read/popovers.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

namespace surehand::atspi {
namespace {

// Elements come and go; what is noted of them is not to grow with that.
constexpr size_t kMostNoted = 32768;

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

bool is_top_level(const Tree& tree, const Node& node) { return tree.nodes[node.parent].role == role::kApplication; }

// A menu button of GTK 4 has the role of a button, as has the button in it, which is the one that is pressed.
bool holds_its_button(const Tree& tree, const Node& node) {
  if (node.role != role::kPushButton || node.in(state::kFocusable) || node.first == kNone) return false;
  const Node& inside = tree.nodes[node.first];
  const bool is_nameless = real_name(node.name, node.role, Toolkit::kGtk4).empty();
  return inside.role == role::kPushButton && (is_nameless || inside.name == node.name);
}

// GTK 4.8 has a role for its windows and dialogs, and none for its file chooser and its popovers. Nothing around a popover clips it; that
// of a combo box is no more than what scrolls its list.
std::optional<Role> role_in_gtk4(const Tree& tree, const Node& node) {
  if (node.role == role::kPushButton) return holds_its_button(tree, node) ? std::optional(Role::kGroup) : std::nullopt;
  if (is_top_level(tree, node)) return Role::kDialog;
  if (!is_popover(tree, node)) return std::nullopt;
  return tree.nodes[node.parent].role == role::kComboBox ? Role::kScrollArea : Role::kDialog;
}

// A message box has the role of what a page announces. It is a window.
std::optional<Role> role_of_alert(const Tree& tree, const Node& node) {
  return is_top_level(tree, node) ? std::optional(Role::kAlertDialog) : std::nullopt;
}

std::optional<Role> role_in_qt(const Tree& tree, NodeId id) {
  const Node& node = tree.nodes[id];
  if (node.role == role::kAlert) return role_of_alert(tree, node);
  if (node.role == role::kFrame && !is_top_level(tree, node)) return Role::kGroup;
  return is_scrolled(tree, id) ? std::optional(Role::kScrollArea) : std::nullopt;
}

std::optional<Role> role_in_gtk3(const Tree& tree, const Node& node) {
  if (node.role == role::kAlert) return role_of_alert(tree, node);
  return is_top_level(tree, node) ? std::nullopt : std::optional(Role::kGroup);
}

// Swing's items have the role of what draws them, a label or a check box. Its choosers are in the dialog that shows them.
std::optional<Role> role_in_swing(const Tree& tree, const Node& node) {
  if (is_chooser(node.role)) return is_top_level(tree, node) ? std::nullopt : std::optional(Role::kGroup);
  switch (tree.nodes[node.parent].role) {
    case role::kTable:
      return Role::kCell;
    case role::kList:
      return Role::kListItem;
    default:
      break;
  }
  // Items of a tree are in one another.
  NodeId at = node.parent;
  while (at != kNone && tree.nodes[at].role == role::kLabel) at = tree.nodes[at].parent;
  return at != kNone && tree.nodes[at].role == role::kTree ? std::optional(Role::kTreeItem) : std::nullopt;
}

bool may_mislead(uint32_t role_number, Toolkit toolkit) {
  switch (toolkit) {
    case Toolkit::kGtk3:
      return is_chooser(role_number) || role_number == role::kAlert;
    case Toolkit::kGtk4:
      return role_number == role::kFiller || role_number == role::kPushButton;
    case Toolkit::kQt:
      return role_number == role::kFiller || role_number == role::kFrame || role_number == role::kAlert;
    case Toolkit::kSwing:
      return role_number == role::kLabel || is_chooser(role_number);
    default:
      return false;
  }
}

std::optional<Role> role_here(const Tree& tree, NodeId id, Toolkit toolkit) {
  switch (toolkit) {
    case Toolkit::kGtk3:
      return role_in_gtk3(tree, tree.nodes[id]);
    case Toolkit::kGtk4:
      return role_in_gtk4(tree, tree.nodes[id]);
    case Toolkit::kSwing:
      return role_in_swing(tree, tree.nodes[id]);
    default:
      return role_in_qt(tree, id);
  }
}

// Whether all that its parent holds is in this tree: then the tree tells, and what was noted before may have ended with a scroll bar.
bool siblings_are_read(const Tree& tree, const Node& node) {
  const Node& parent = tree.nodes[node.parent];
  if (parent.child_count < 0) return false;
  int32_t count = 0;
  for (NodeId at = parent.first; at != kNone; at = tree.nodes[at].next) ++count;
  return count >= parent.child_count;
}

}  // namespace

std::optional<Role> container_role(const Tree& tree, NodeId id, const ApplicationRecord& application) {
  const Node& node = tree.nodes[id];
  if (!may_mislead(node.role, application.toolkit)) return std::nullopt;
  auto& noted = application.notes.container_roles;
  const uint64_t key = hash_of(node.path);
  if (node.parent != kNone) {
    const auto role = role_here(tree, id, application.toolkit);
    if (role) {
      if (noted.size() >= kMostNoted) noted.clear();
      noted[key] = *role;
      return role;
    }
  }
  const auto known = noted.find(key);
  if (known == noted.end()) return std::nullopt;
  if (node.parent == kNone || !siblings_are_read(tree, node)) return known->second;
  noted.erase(known);
  return std::nullopt;
}

bool is_bare_page(const Tree& tree, NodeId id, Toolkit toolkit) {
  const Node& page = tree.nodes[id];
  if (toolkit != Toolkit::kQt || page.role != role::kDocumentFrame || !page.name.empty()) return false;
  const auto holds_fillers = [&](const auto& self, NodeId first) -> bool {
    for (NodeId below = first; below != kNone; below = tree.nodes[below].next) {
      const Node& node = tree.nodes[below];
      if (node.role != role::kFiller || !node.name.empty() || !self(self, node.first)) return false;
    }
    return true;
  };
  return holds_fillers(holds_fillers, page.first);
}

}  // namespace surehand::atspi
