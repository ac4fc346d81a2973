#include <doctest/doctest.h>

#include "platform/linux/quirks/traits.h"
#include "platform/linux/read/popovers.h"

using namespace surehand;
using namespace surehand::atspi;

namespace {

// A menu of kcalc's as Qt tells it, in its window, which sway shows at 506,308.
Node menu() {
  Node node;
  node.bounds = {79, 20, 378, 211};
  return node;
}

screen::ClientWindow shown(Rect content) {
  screen::ClientWindow window;
  window.content = content;
  return window;
}

constexpr Point kAround{506, 308};
constexpr Rect kDisplay{0, 0, 1280, 900}, kWindow{506, 308, 268, 284}, kMenu{451, 344, 378, 211};

std::optional<Point> origin(std::vector<screen::ClientWindow> windows, double scale = 1, Toolkit toolkit = Toolkit::kQt,
                            bool may_be_unplaced = false) {
  return origin_of_told(menu(), kAround, scale, traits_of(toolkit), {{kDisplay}, std::move(windows)}, may_be_unplaced);
}

bool is_at(const std::optional<Point>& origin, int32_t x, int32_t y) {
  return origin && origin->x == x && origin->y == y;
}

}  // namespace

TEST_CASE("A popup that the compositor has as a popup is where the toolkit tells") {
  CHECK(is_at(origin({shown(kWindow)}), kAround.x, kAround.y));
}

TEST_CASE("A popup that is a window of its own for the compositor is where that is") {
  CHECK(is_at(origin({shown(kWindow), shown(kMenu)}), 451 - 79, 344 - 20));
}

TEST_CASE("A popup of which two windows have the size has no place") {
  CHECK_FALSE(origin({shown(kMenu), shown({0, 0, 378, 211})}));
}

TEST_CASE("A popup beyond the display has no place, for the compositor has moved it") {
  CHECK_FALSE(origin({shown(kWindow)}, 4));
}

TEST_CASE("A popup of a toolkit that does not tell where it is has no place") {
  CHECK_FALSE(origin({shown(kWindow), shown(kMenu)}, 1, Toolkit::kGtk3));
}

TEST_CASE("A popup that may still get a window has no place until it has") {
  CHECK_FALSE(origin({shown(kWindow)}, 1, Toolkit::kQt, true));
  CHECK(is_at(origin({shown(kWindow), shown(kMenu)}, 1, Toolkit::kQt, true), 451 - 79, 344 - 20));
}
