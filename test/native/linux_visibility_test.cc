#include <doctest/doctest.h>

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

TEST_CASE("Qt: an item of a view that says nothing is scrolled out, unless its view is hidden") {
  constexpr uint32_t kList = 31;
  const Node item = node(role::kListItem, 0);
  const Node frame = node(role::kFrame, kBoth);
  CHECK(visibility_of(Toolkit::kQt, item, in({frame, node(kList, kBoth)}, Toolkit::kQt)) == Visibility::kScrolledOut);
  CHECK(visibility_of(Toolkit::kQt, item, in({frame, node(kList, 0)}, Toolkit::kQt)) == Visibility::kHidden);
  CHECK(visibility_of(Toolkit::kQt, node(kPushButton, 0), in({frame, node(kList, kBoth)}, Toolkit::kQt)) ==
        Visibility::kHidden);
}
