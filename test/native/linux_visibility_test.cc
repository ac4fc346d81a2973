#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "platform/linux/read/tree.h"
#include "platform/linux/read/visibility.h"
#include "platform/linux/roles.h"
#include "platform/linux/states.h"

using namespace surehand::atspi;

namespace {

constexpr uint32_t kPushButton = 43;
constexpr uint32_t kScrollPane = 49;

Node node(uint32_t role, uint64_t states) {
  Node made;
  made.role = role;
  made.states = states;
  made.bounds = {0, 0, 100, 100};
  return made;
}

constexpr uint64_t kBoth = state::kVisible | state::kShowing;

Surroundings in(std::initializer_list<Node> line, Toolkit toolkit = Toolkit::kGtk3) {
  Surroundings around;
  for (const Node& each : line) around = around.inside(each, visibility_of(toolkit, each, around));
  return around;
}

}  // namespace

TEST_CASE("what says VISIBLE and not SHOWING is scrolled out only where something scrolls") {
  const Node button = node(kPushButton, state::kVisible);
  const Node frame = node(role::kFrame, kBoth);
  const Node pane = node(kScrollPane, kBoth);
  CHECK(visibility_of(Toolkit::kGtk3, button, in({frame})) == Visibility::kHidden);
  CHECK(visibility_of(Toolkit::kGtk3, button, in({frame, pane})) == Visibility::kScrolledOut);
  CHECK(visibility_of(Toolkit::kGtk3, node(kPushButton, 0), in({frame, pane})) == Visibility::kHidden);
}

TEST_CASE("GTK 3: what is on a page that is not selected or in a closed expander or menu is hidden, not scrolled out") {
  const Node button = node(kPushButton, state::kVisible);
  const Node frame = node(role::kFrame, kBoth);
  const Node pane = node(kScrollPane, kBoth);
  const Node page = node(role::kPageTab, kBoth | state::kSelectable);
  const Node expander = node(role::kToggleButton, kBoth | state::kExpandable);
  const Node menu = node(role::kMenu, kBoth);
  for (const Node& closed : {page, expander, menu}) {
    CHECK(visibility_of(Toolkit::kGtk3, button, in({frame, pane, closed})) == Visibility::kHidden);
  }
  const Node open = node(role::kPageTab, kBoth | state::kSelected);
  CHECK(visibility_of(Toolkit::kGtk3, button, in({frame, pane, open})) == Visibility::kScrolledOut);
}

TEST_CASE("GTK 3: what is in the cell of a closed row is scrolled out as the row is") {
  const Node frame = node(role::kFrame, kBoth);
  const Node pane = node(kScrollPane, kBoth);
  const Node tree = node(role::kTreeTable, kBoth);
  Node row = node(role::kTableCell, kBoth | state::kExpandable);
  Node name = node(role::kTableCell, kBoth | state::kExpandable);
  row.bounds.x = name.bounds.x = INT32_MIN;
  CHECK(visibility_of(Toolkit::kGtk3, name, in({frame, pane, tree, row})) == Visibility::kScrolledOut);
}

TEST_CASE("GTK 2: a cell on a page that was left says that it shows, and neither shows nor has what it is in show") {
  // No tab of GTK 2 says that it is selected.
  const Node frame = node(role::kFrame, kBoth);
  const Node page = node(role::kPageTab, kBoth);
  const Node left = node(kScrollPane, state::kVisible);
  const Node table = node(role::kTable, state::kVisible);
  const Node cell = node(role::kTableCell, kBoth);
  CHECK(visibility_of(Toolkit::kGtk3, cell, in({frame, page, left, table})) == Visibility::kHidden);
  CHECK(visibility_of(Toolkit::kGtk3, cell, in({frame, page, node(kScrollPane, kBoth), node(role::kTable, kBoth)})) ==
        Visibility::kShown);

  Tree tree;
  for (const Node& each : {frame, page, left, table, cell}) {
    const NodeId id = tree.add("", tree.keep(std::to_string(tree.nodes.size())));
    tree.nodes[id].role = each.role;
    tree.nodes[id].states = each.states;
    if (id > 0) tree.link(id - 1, id);
  }
  const std::vector<bool> holds = what_holds_shown(Toolkit::kGtk3, tree);
  CHECK(std::none_of(holds.begin(), holds.end(), [](bool each) { return each; }));
}

TEST_CASE("Qt: an item of a view that says nothing is scrolled out, unless its view is hidden") {
  constexpr uint32_t kList = 31;
  const Node item = node(role::kListItem, 0);
  const Node frame = node(role::kFrame, kBoth);
  CHECK(visibility_of(Toolkit::kQt, item, in({frame, node(kList, kBoth)}, Toolkit::kQt)) == Visibility::kScrolledOut);
  CHECK(visibility_of(Toolkit::kQt, item, in({frame, node(kList, 0)}, Toolkit::kQt)) == Visibility::kHidden);
  CHECK(visibility_of(Toolkit::kQt, node(kPushButton, 0), in({frame, node(kList, kBoth)}, Toolkit::kQt)) ==
        Visibility::kHidden);
}
