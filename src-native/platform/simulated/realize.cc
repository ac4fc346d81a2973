#include <algorithm>

#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<Element> SimulatedBackend::realize(const Element& wanted, const std::string& name, const Limits& limits) {
  SUREHAND_TRY(access, session_.answering(wanted.app_key, limits));
  const auto node = session_.element(*access->app, wanted.identity);
  if (!node) return node.error();
  Node& container = **node;
  auto& rows = container.rows;
  const auto is_it = [&](const auto& row) { return row->text(TextField::kName) == name; };
  for (const auto& child : container.children) {
    if (child->present && is_it(child)) return Element{wanted.app_key, World::identity(child->serial)};
  }
  const auto row = std::find_if(rows.begin(), rows.end(), is_it);
  if (row == rows.end()) return Error{ErrorCode::kNotFound, "the container has no item of that name", {}};
  auto made = std::move(*row);
  rows.erase(row);
  const Node& placed = session_.world->insert(*access->app, &container, std::move(made));
  return Element{wanted.app_key, World::identity(placed.serial)};
}

}  // namespace surehand::simulated
