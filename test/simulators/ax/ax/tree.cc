#include "ax/tree.h"

#include <algorithm>
#include <cstdlib>

namespace axsim {
namespace {

constexpr int32_t kMadeRowHeight = 20;
constexpr int32_t kTitleButton = 14;

bool is_option(const Node& node) { return node.role == Role::kOption || node.role == Role::kListItem; }

bool is_expanded(const Node& node) { return node.applies(State::kExpanded) && node.is(State::kExpanded); }

// Whether a child is in the menu that its parent opens, rather than beside it.
bool is_in_menu_of(const Node& parent, const Node& child) {
  return opens_menu(parent) && (!is_pop_up(parent) || is_option(child));
}

void nodes_below(const Reached& at, const Node& node, bool in_menu, std::vector<Place>& found) {
  for (const auto& child : node.children) {
    if (!child->present || is_in_menu_of(node, *child) != in_menu) continue;
    if (is_window(node) && child->role == Role::kMenuBar && child.get() == menu_bar_of(*node.app)) continue;
    found.push_back(at.of(*child));
  }
}

std::optional<Rect> made_row_bounds(const Reached& at) {
  auto table = at.desktop->world.bounds(*at.node);
  if (!table) return std::nullopt;
  const auto top = static_cast<int64_t>(table->y) + int64_t{kMadeRowHeight} * at.place.index - at.node->scrolled_y;
  return Rect{table->x, static_cast<int32_t>(std::clamp<int64_t>(top, INT32_MIN, INT32_MAX)), table->width,
              kMadeRowHeight};
}

bool is_table(const Node& node) {
  return node.role == Role::kTable || node.role == Role::kGrid || node.role == Role::kTreeGrid ||
         node.role == Role::kTree;
}

bool is_row(const Node& node) { return node.role == Role::kRow || node.role == Role::kTreeItem; }

void rows_below(const Reached& at, const Node& node, std::vector<Place>& found) {
  for (const auto& child : node.children) {
    if (!child->present || !is_row(*child)) continue;
    found.push_back(at.of(*child));
    if (!child->applies(State::kExpanded) || child->is(State::kExpanded)) rows_below(at, *child, found);
  }
}

}  // namespace

Node* menu_bar_of(const App& app) {
  const auto bar_in = [](const Node& window) -> Node* {
    for (const auto& child : window.children) {
      if (child->present && child->role == Role::kMenuBar) return child.get();
    }
    return nullptr;
  };
  for (const auto& window : app.windows) {
    if (!window->present) continue;
    if (Node* bar = bar_in(*window)) return bar;
  }
  return nullptr;
}

std::vector<Node*> sheets_of(const World& world, const Node& window) {
  std::vector<Node*> sheets;
  for (const auto& other : window.app->windows) {
    if (!other->present || world.owner_of(*other) != &window) continue;
    if (world.modality_of(*other) == surehand::Modality::kOwner) sheets.push_back(other.get());
  }
  return sheets;
}

std::vector<Node*> windows_of(const Reached& at) {
  const World& world = at.world();
  std::vector<Node*> found;
  for (const auto& window : at.app->windows) {
    if (window->present && world.modality_of(*window) != surehand::Modality::kOwner) found.push_back(window.get());
  }
  const auto height = [&](const Node* window) {
    return std::find(world.stack.begin(), world.stack.end(), window->serial) - world.stack.begin();
  };
  std::stable_sort(found.begin(), found.end(), [&](const Node* a, const Node* b) { return height(a) > height(b); });
  return found;
}

bool has_title_buttons(const World& world, const Node& node) {
  const AxRole role = ax_role(world, node);
  return is_window(node) && role.role == "AXWindow" && role.subrole == "AXStandardWindow";
}

bool has_close_button(const World& world, const Node& node) {
  return has_title_buttons(world, node) || (is_window(node) && ax_role(world, node).subrole == "AXDialog");
}

uint32_t made_rows(const Node& node) {
  for (const auto& [name, value] : node.attributes()) {
    if (name == "rowCount" && is_table(node)) return static_cast<uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
  }
  return 0;
}

std::vector<Place> rows_of(const Reached& at) {
  std::vector<Place> rows;
  const uint32_t made = made_rows(*at.node);
  for (uint32_t i = 0; i < made; ++i) rows.push_back(at.at(Part::kRow, i));
  if (made == 0) rows_below(at, *at.node, rows);
  return rows;
}

std::vector<Place> visible_rows_of(const Reached& at) {
  World& world = at.desktop->world;
  const auto table = world.bounds(*at.node);
  const uint32_t made = made_rows(*at.node);
  std::vector<Place> rows;
  if (!table) return rows;
  if (made > 0) {
    const auto first = static_cast<uint32_t>(std::max(0, at.node->scrolled_y / kMadeRowHeight));
    const auto shown = static_cast<uint32_t>(table->height / kMadeRowHeight + 1);
    for (uint32_t i = first; i < made && i < first + shown; ++i) rows.push_back(at.at(Part::kRow, i));
    return rows;
  }
  for (const Place& row : rows_of(at)) {
    Node* node = world.by_serial(row.serial);
    if (node && world.shows(*node) && !world.is_scrolled_out(*node)) rows.push_back(row);
  }
  return rows;
}

uint32_t columns_of(const Node& table) {
  if (table.role == Role::kTree || !is_table(table)) return 0;
  size_t most = 0;
  for (const auto& row : table.children) {
    if (row->present && row->role == Role::kRow) most = std::max(most, row->children.size());
  }
  return static_cast<uint32_t>(most);
}

std::vector<Place> children_of(const Reached& at) {
  std::vector<Place> found;
  switch (at.place.part) {
    case Part::kApplication: {
      for (const Node* window : windows_of(at)) found.push_back(at.of(*window));
      if (const Node* bar = menu_bar_of(*at.app)) found.push_back(at.of(*bar));
      return found;
    }
    case Part::kMenu:
      nodes_below(at, *at.node, true, found);
      return found;
    case Part::kColumn:
      for (const auto& row : at.node->children) {
        if (row->present && row->role == Role::kRow && at.place.index < row->children.size()) {
          found.push_back(at.of(*row->children[at.place.index]));
        }
      }
      return found;
    case Part::kRow:
      return {at.at(Part::kRowText, at.place.index)};
    case Part::kNode:
      break;
    default:
      return found;
  }
  const Node& node = *at.node;
  if (made_rows(node) > 0) return rows_of(at);
  if (has_close_button(at.world(), node)) found.push_back(at.at(Part::kCloseButton));
  if (has_title_buttons(at.world(), node)) {
    for (const Part part : {Part::kMinimizeButton, Part::kZoomButton}) found.push_back(at.at(part));
  }
  nodes_below(at, node, false, found);
  // A menu that is closed has its entries all the same; a pop-up button makes its menu when it opens.
  if (opens_menu(node) && (!is_pop_up(node) || is_expanded(node))) found.push_back(at.at(Part::kMenu));
  const uint32_t columns = columns_of(node);
  for (uint32_t i = 0; i < columns; ++i) found.push_back(at.at(Part::kColumn, i));
  if (is_window(node)) {
    for (const Node* sheet : sheets_of(at.world(), node)) found.push_back(at.of(*sheet));
  }
  return found;
}

std::optional<Place> parent_of(const Reached& at) {
  switch (at.place.part) {
    case Part::kApplication:
    case Part::kSystemWide:
      return std::nullopt;
    case Part::kRowText:
      return at.at(Part::kRow, at.place.index);
    case Part::kNode:
      break;
    default:
      return at.at(Part::kNode);
  }
  const Node& node = *at.node;
  if (!node.parent) {
    const Node* owner = at.world().owner_of(node);
    const bool is_sheet = owner && at.world().modality_of(node) == surehand::Modality::kOwner;
    return is_sheet ? at.of(*owner) : at.of_application();
  }
  if (&node == menu_bar_of(*at.app)) return at.of_application();
  if (is_in_menu_of(*node.parent, node)) {
    Place menu = at.of(*node.parent);
    menu.part = Part::kMenu;
    return menu;
  }
  return at.of(*node.parent);
}

std::optional<Rect> bounds_of(const Reached& at) {
  if (!at.node) return std::nullopt;
  World& world = at.desktop->world;
  switch (at.place.part) {
    case Part::kRow:
    case Part::kRowText:
      return made_row_bounds(at);
    case Part::kCloseButton:
    case Part::kMinimizeButton:
    case Part::kZoomButton: {
      const auto window = world.bounds(*at.node);
      if (!window) return std::nullopt;
      const int32_t step = static_cast<int32_t>(at.place.part) - static_cast<int32_t>(Part::kCloseButton);
      return Rect{window->x + 7 + step * 20, window->y + 7, kTitleButton, kTitleButton};
    }
    case Part::kColumn: {
      auto table = world.bounds(*at.node);
      const auto columns = static_cast<int32_t>(std::max(1u, columns_of(*at.node)));
      if (!table) return std::nullopt;
      table->width /= columns;
      table->x += table->width * static_cast<int32_t>(at.place.index);
      return table;
    }
    case Part::kMenu: {
      Rect around{};
      for (const auto& child : at.node->children) {
        const auto own = child->present && is_in_menu_of(*at.node, *child) ? world.bounds(*child) : std::nullopt;
        if (!own || !world.shows(*child)) continue;
        if (around.width == 0) around = *own;
        const int32_t right = std::max(around.x + around.width, own->x + own->width);
        const int32_t bottom = std::max(around.y + around.height, own->y + own->height);
        around.x = std::min(around.x, own->x);
        around.y = std::min(around.y, own->y);
        around.width = right - around.x;
        around.height = bottom - around.y;
      }
      if (around.width == 0) around = Rect{0, world.screen.y + world.screen.height, 0, 0};
      return around;
    }
    default:
      break;
  }
  auto own = world.bounds(*at.node);
  if (!own || world.shows(*at.node)) return own;
  if (is_window(*at.node) && at.node->is_minimized()) return own;
  for (const Node* above = at.node; above; above = above->parent) {
    if (above->is_minimized()) return own;  // in the Dock, with the place that it had
  }
  return is_in_menu_bar(*at.node) ? Rect{0, world.screen.y + world.screen.height, 0, 0} : Rect{own->x, own->y, 0, 0};
}

}  // namespace axsim
