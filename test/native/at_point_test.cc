#include <doctest/doctest.h>

#include "core/tree/at_point.h"
#include "core/tree/snapshot_json.h"

using namespace surehand;

TEST_CASE("The element at a point is the last that is painted there, and not what is clipped away") {
  const auto tree =
      snapshot_from_text(R"({"role": "window", "name": "w", "bounds": {"x": -50, "y": 0, "width": 200, "height": 200},
    "states": ["visible"], "children": [
      {"role": "button", "name": "under", "states": ["visible"], "bounds": {"x": 0, "y": 0, "width": 40, "height": 40}},
      {"role": "button", "name": "over", "states": ["visible"], "bounds": {"x": 20, "y": 0, "width": 40, "height": 40}},
      {"role": "button", "name": "hidden", "states": [], "bounds": {"x": 0, "y": 0, "width": 40, "height": 40}},
      {"role": "scrollarea", "name": "list", "states": ["visible"], "bounds": {"x": 0, "y": 60, "width": 100, "height": 40},
       "children": [{"role": "listitem", "name": "scrolled", "states": ["visible"],
                     "bounds": {"x": 0, "y": 80, "width": 100, "height": 60}}]}]})");
  REQUIRE(tree.ok());
  const auto at = [&](double x, double y) -> std::string {
    const NodeIndex node = topmost_at(**tree, x, y);
    return node == kNoNode ? "nothing" : std::string((*tree)->text(TextField::kName, node));
  };
  CHECK(at(10, 10) == "under");
  CHECK(at(30, 10) == "over");
  CHECK(at(60, 10) == "w");
  CHECK(at(-20, 10) == "w");
  CHECK(at(10, 70) == "list");
  CHECK(at(10, 90) == "scrolled");
  CHECK(at(10, 110) == "w");
  CHECK(at(-60, 10) == "nothing");
}

TEST_CASE("What a popup shows is in front of what lies below it, also where it hangs out of what it is in") {
  const auto tree =
      snapshot_from_text(R"({"role": "window", "name": "w", "bounds": {"x": 0, "y": 0, "width": 100, "height": 100},
    "states": ["visible"], "children": [
      {"role": "scrollarea", "states": ["visible"], "bounds": {"x": 0, "y": 0, "width": 100, "height": 30}, "children": [
        {"role": "dialog", "name": "popover", "states": ["visible"], "bounds": {"x": 20, "y": 20, "width": 60, "height": 120},
         "children": [{"role": "button", "name": "in it", "states": ["visible"],
                       "bounds": {"x": 20, "y": 50, "width": 60, "height": 20}}]}]},
      {"role": "button", "name": "below", "states": ["visible"], "bounds": {"x": 0, "y": 50, "width": 100, "height": 20}}]})");
  REQUIRE(tree.ok());
  const auto at = [&](double x, double y) {
    return std::string((*tree)->text(TextField::kName, topmost_at(**tree, x, y)));
  };
  CHECK(at(10, 60) == "below");
  CHECK(at(40, 60) == "in it");
  CHECK(at(40, 30) == "popover");
  CHECK(at(40, 130) == "popover");
}
