#pragma once

#include <optional>
#include <vector>

#include "ax/element.h"
#include "ax/roles.h"

namespace axsim {

// What AX has below a place, in its order.
std::vector<Place> children_of(const Reached& at);
std::optional<Place> parent_of(const Reached& at);
// The windows of an application that are no sheets, those in front first, and menus that are windows of their own.
std::vector<Node*> windows_of(const Reached& at);
std::vector<Node*> sheets_of(const World& world, const Node& window);
Node* menu_bar_of(const App& app);
// In points; none where the world says that they are unknown. What does not show has a place and no size.
std::optional<Rect> bounds_of(const Reached& at);
// All three; a dialog has but the first.
bool has_title_buttons(const World& world, const Node& node);
bool has_close_button(const World& world, const Node& node);

// A table with rows that are made as they are asked for: the world says how many by the attribute `rowCount`.
uint32_t made_rows(const Node& node);
std::vector<Place> rows_of(const Reached& at);
std::vector<Place> visible_rows_of(const Reached& at);
uint32_t columns_of(const Node& table);

}  // namespace axsim
