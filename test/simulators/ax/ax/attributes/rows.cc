#include <algorithm>

#include "ax/attributes.h"
#include "cf/collections.h"
#include "platform/simulated/world/behaviour.h"

namespace axsim {
namespace {

using surehand::Action;
using surehand::ActionKind;

bool is_table(const Subject& s) { return s.has_role({"AXTable", "AXOutline", "AXGrid"}); }
bool is_list(const Subject& s) { return s.has_role({"AXList"}); }
bool is_row(const Subject& s) { return s.has_role({"AXRow"}) || s.at.place.part == Part::kRow; }
bool is_outline_row(const Subject& s) { return s.is_node && s.role.subrole == "AXOutlineRow"; }

std::vector<Place> places_with(const Subject& s, bool (*wanted)(const Node&)) {
  std::vector<Place> found;
  const auto visit = [&](const Node& node, auto&& self) -> void {
    for (const auto& child : node.children) {
      if (!child->present) continue;
      if (wanted(*child)) found.push_back(s.at.of(*child));
      self(*child, self);
    }
  };
  visit(*s.node, visit);
  return found;
}

bool is_selected(const Node& node) { return node.applies(State::kSelected) && node.is(State::kSelected); }

Held selected(const Subject& s) { return elements(places_with(s, is_selected)); }

std::vector<Place> visible_children(const Subject& s) {
  std::vector<Place> found;
  for (const auto& child : s.node->children) {
    if (child->present && s.world().shows(*child) && !s.world().is_scrolled_out(*child))
      found.push_back(s.at.of(*child));
  }
  return found;
}

bool can_select_in(const Subject& s) {
  const auto selectable = [](const Node& node) { return node.applies(State::kSelected); };
  return s.is_node && !places_with(s, selectable).empty();
}

void change(World& world, Node& node, ActionKind kind) {
  static_cast<void>(surehand::simulated::perform(world, node, Action{kind, {}, {}, 0, 0, 0}));
}

// Exactly these are selected afterwards.
AXError set_selected(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kArray)) return kAXErrorIllegalArgument;
  std::vector<uint64_t> wanted;
  for (const void* item : as<Array>(value, "AXSelectedChildren").values) {
    if (!is_a(item, Object::Type::kElement)) return kAXErrorIllegalArgument;
    wanted.push_back(as<Element>(item, "AXSelectedChildren").place.serial);
  }
  World& world = s.world();
  for (const Place& before : places_with(s, is_selected)) {
    if (std::find(wanted.begin(), wanted.end(), before.serial) != wanted.end()) continue;
    if (Node* node = world.by_serial(before.serial)) {
      change(world, *node, ActionKind::kDeselect);
    }
  }
  for (const uint64_t serial : wanted) {
    Node* node = world.by_serial(serial);
    if (node && !is_selected(*node)) {
      change(world, *node, ActionKind::kSelect);
    }
  }
  return kAXErrorSuccess;
}

int64_t level_of(const Node& node) {
  int64_t level = 0;
  for (const Node* at = node.parent; at; at = at->parent) level += at->role == Role::kTreeItem ? 1 : 0;
  return level;
}

Held index(const Subject& s) {
  if (s.at.place.part == Part::kRow) return number(static_cast<int64_t>(s.at.place.index));
  int64_t at = 0;
  for (const auto& sibling : s.node->parent->children) {
    if (sibling.get() == s.node) return number(at);
    at += sibling->present && (sibling->role == Role::kRow || sibling->role == Role::kTreeItem) ? 1 : 0;
  }
  return {};
}

// The place of a cell in its row, or of its row in the table.
Held index_range(const Subject& s, bool of_row) {
  const Node* row = s.node->parent;
  if (!row || row->role != Role::kRow || !row->parent) return {};
  const Node* inside = of_row ? row : s.node;
  CFIndex at = 0;
  for (const auto& sibling : inside->parent->children) {
    if (sibling.get() == inside) return range(at, 1);
    if (sibling->present) ++at;
  }
  return {};
}

bool is_cell(const Subject& s) { return s.has_role({"AXCell"}); }

Held columns(const Subject& s) {
  std::vector<Place> places;
  for (uint32_t i = 0; i < columns_of(*s.node); ++i) places.push_back(s.at.at(Part::kColumn, i));
  return elements(places);
}

}  // namespace

const std::vector<Attribute>& row_attributes() {
  static const std::vector<Attribute> list = {
      {"AXRows", is_table, [](const Subject& s) { return elements(rows_of(s.at)); }},
      {"AXVisibleRows", is_table, [](const Subject& s) { return elements(visible_rows_of(s.at)); }},
      {"AXRowCount", is_table, [](const Subject& s) { return number(static_cast<int64_t>(rows_of(s.at).size())); }},
      {"AXColumnCount", is_table, [](const Subject& s) { return number(static_cast<int64_t>(columns_of(*s.node))); }},
      {"AXColumns", is_table, columns},
      {"AXSelectedRows", is_table, selected, can_select_in, set_selected},
      {"AXSelectedChildren", is_list, selected, can_select_in, set_selected},
      {"AXVisibleChildren", is_list, [](const Subject& s) { return elements(visible_children(s)); }},
      {"AXIndex", is_row, index},
      {"AXIndex", [](const Subject& s) { return s.at.place.part == Part::kColumn; },
       [](const Subject& s) { return number(static_cast<int64_t>(s.at.place.index)); }},
      {"AXDisclosureLevel", is_outline_row, [](const Subject& s) { return number(level_of(*s.node)); }},
      {"AXRowIndexRange", is_cell, [](const Subject& s) { return index_range(s, true); }},
      {"AXColumnIndexRange", is_cell, [](const Subject& s) { return index_range(s, false); }},
      {"AXTabs", [](const Subject& s) { return s.has_role({"AXTabGroup"}); },
       [](const Subject& s) { return elements(places_with(s, [](const Node& n) { return n.role == Role::kTab; })); }},
  };
  return list;
}

}  // namespace axsim
