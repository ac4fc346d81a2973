#include "platform/linux/wayland/hyprland.h"

#include <doctest/doctest.h>

#include <string>

using namespace surehand;
using namespace surehand::wayland::hyprland;

namespace {

json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(value));
  return std::get<json::Value>(std::move(value));
}

// One display of 1280 x 800, with a special workspace over it or none.
std::vector<Monitor> one_monitor(int64_t special = 0) {
  Monitor monitor;
  monitor.display.bounds = {0, 0, 1280, 800};
  monitor.workspace = 1;
  monitor.special = special;
  return {monitor};
}

// A window at 0,0 of 100 x 100, but for `more`, members that come after the others and replace them.
std::string window(const std::string& name, int address, const std::string& more = "") {
  return R"({"address": "0x)" + std::to_string(address) + R"(0", "mapped": true, "hidden": false, "at": [0, 0],
    "size": [100, 100], "workspace": {"id": 1, "name": "1"}, "floating": true, "class": "c", "title": ")" +
         name + R"(", "pid": 7, "xwayland": false, "pinned": false, "fullscreen": 0)" +
         (more.empty() ? "" : ", " + more) + "}";
}

std::vector<StackedWindow> stacked(const std::string& list, const std::vector<Monitor>& monitors,
                                   std::string_view active = "") {
  auto stack = stack_in(parsed("[" + list + "]"), monitors, active);
  REQUIRE(stack.has_value());
  return std::move(*stack);
}

std::string order_of(const std::vector<StackedWindow>& stack) {
  std::string order;
  for (const StackedWindow& each : stack) {
    order += each.window.title + (each.window.viewable ? "" : " hidden") + (each.window.elsewhere ? " elsewhere" : "") +
             (each.window.active ? " active" : "") + "; ";
  }
  return order;
}

// The title of what gets a click at a point, `-` for nothing and `?` for what is not known.
std::string top_of(const std::vector<StackedWindow>& stack, const std::vector<Monitor>& monitors, int32_t x = 50,
                   int32_t y = 50) {
  auto top = topmost_in(stack, monitors, x, y);
  if (!top) return top.error().code == ErrorCode::kAmbiguous ? "?" : "!";
  return *top ? (*top)->title : "-";
}

}  // namespace

TEST_CASE("Hyprland's monitors are displays in units, turned and scaled") {
  const auto monitors = monitors_in(parsed(R"([
    {"name": "DP-1", "width": 3840, "height": 2160, "x": 0, "y": 0, "scale": 1.50, "transform": 0,
     "activeWorkspace": {"id": 1}, "specialWorkspace": {"id": -98}, "reserved": [0, 30, 0, 0]},
    {"name": "DP-2", "width": 1920, "height": 1080, "x": 2560, "y": -100, "scale": 1.33, "transform": 1,
     "activeWorkspace": {"id": 2}, "specialWorkspace": {"id": 0}, "mirrorOf": "none"},
    {"name": "DP-3", "width": 1920, "height": 1200, "x": 4000, "y": 0, "scale": 1.28, "transform": 6,
     "activeWorkspace": {"id": 3}},
    {"name": "DP-4", "width": 1, "height": 1, "disabled": true},
    {"name": "DP-5", "width": 1, "height": 1, "mirrorOf": "0"}])"));
  REQUIRE(monitors.has_value());
  REQUIRE(monitors->size() == 3);
  CHECK((*monitors)[0].display.bounds == Rect{0, 0, 2560, 1440});
  CHECK((*monitors)[0].display.work_area == Rect{0, 30, 2560, 1410});
  CHECK((*monitors)[0].special == -98);
  CHECK((*monitors)[0].display.primary);
  CHECK((*monitors)[1].display.bounds == Rect{2560, -100, 810, 1440});
  CHECK((*monitors)[1].display.scale == doctest::Approx(4.0 / 3));
  // 1920 / 1.28 is a whole number, so that is what it is, though it is no multiple of 1/120.
  CHECK((*monitors)[2].display.bounds.width == 1500);
  CHECK_FALSE((*monitors)[2].display.primary);
}

TEST_CASE("an answer of Hyprland's that is not as documented is none") {
  for (const char* answer :
       {"{}", "null", "[1]", "[{}]",
        R"([{"name": "A", "width": 0, "height": 1, "x": 0, "y": 0, "scale": 1, "activeWorkspace": {"id": 1}}])",
        R"([{"name": "A", "width": 10, "height": 10, "x": 0, "y": 0, "scale": 0, "activeWorkspace": {"id": 1}}])",
        R"([{"name": "A", "width": 1e300, "height": 10, "x": 0, "y": 0, "scale": 1, "activeWorkspace": {"id": 1}}])",
        R"([{"name": "A", "width": 10, "height": 10, "x": 0, "y": 0, "scale": 1}])"}) {
    CAPTURE(answer);
    CHECK_FALSE(monitors_in(parsed(answer)).has_value());
  }
  const auto monitors = one_monitor();
  CHECK_FALSE(stack_in(parsed("{}"), monitors, "").has_value());
  for (const char* more :
       {R"("address": "12")", R"-("address": "0x12\" })")-", R"("address": "0x12 ,")", R"("address": "0x")",
        R"("address": "0x11111111111111111")", R"("at": [1])", R"("at": [1e300, 0])", R"("at": null)",
        R"("size": [-1, 5])", R"("size": ["1", 5])", R"("workspace": 1)", R"("pid": null)", R"("floating": 1)"}) {
    CAPTURE(more);
    CHECK_FALSE(stack_in(parsed("[" + window("A", 1, more) + "]"), monitors, "").has_value());
  }
}

TEST_CASE("Hyprland's windows are in their order of each kind, and what is not shown is not in front") {
  const auto monitors = one_monitor();
  const auto stack =
      stacked(window("above", 1) + "," + window("top", 2) + "," + window("tiled", 3, R"("floating": false)") + "," +
                  window("far", 4, R"("workspace": {"id": 2})") + "," +
                  window("lost", 5, R"("workspace": {"id": -1})") + "," + window("tab", 6, R"("hidden": true)") + "," +
                  window("gone", 7, R"("mapped": false)") + "," + window("away", 8, R"("visible": false)"),
              monitors, "0x20");
  CHECK(order_of(stack) ==
        "tiled; above; top active; far hidden elsewhere; lost hidden elsewhere; tab hidden; away hidden; ");
  CHECK(top_of(stack, monitors) == "top");
  CHECK(top_of(stack, monitors, 100, 50) == "-");
  CHECK(top_of(stack, monitors, -1, 50) == "-");
  CHECK(stack[0].window.id == 3);
  CHECK_FALSE(stack[0].window.knows_its_place);
}

TEST_CASE("Hyprland's pinned windows are over all, and its special workspace keeps clicks from what is below") {
  const auto monitors = one_monitor(-98);
  const std::string below = window("below", 1, R"("size": [300, 300])");
  const std::string drop_down = window("drop-down", 2, R"("workspace": {"id": -98}, "floating": false)");
  const std::string pinned = window("pinned", 3, R"("pinned": true, "size": [10, 10])");
  const auto stack = stacked(pinned + "," + drop_down + "," + below, monitors);
  CHECK(order_of(stack) == "below; drop-down; pinned; ");
  CHECK(top_of(stack, monitors, 5, 5) == "pinned");
  CHECK(top_of(stack, monitors, 50, 50) == "drop-down");
  CHECK(top_of(stack, monitors, 200, 200) == "-");
  CHECK(top_of(stacked(pinned + "," + below, one_monitor()), one_monitor(), 200, 200) == "below");
}

TEST_CASE(
    "what floats where another of Hyprland's windows fills the screen is in front where that is told, or it is "
    "active") {
  const auto monitors = one_monitor();
  const std::string full = window("full", 1, R"("floating": false, "fullscreen": 2, "size": [1280, 800])");
  const std::string tiled = window("tiled", 2, R"("floating": false)");
  const auto with = [&](const std::string& floats, std::string_view active = "") {
    return stacked(floats + "," + full + "," + tiled, monitors, active);
  };
  CHECK(order_of(with(window("dialog", 3), "0x30")) == "tiled hidden; full; dialog active; ");
  CHECK(top_of(with(window("dialog", 3), "0x30"), monitors) == "dialog");
  CHECK(top_of(with(window("dialog", 3), "0x10"), monitors) == "?");
  CHECK(top_of(with(window("dialog", 3), "0x10"), monitors, 500, 500) == "full");
  CHECK(top_of(with(window("dialog", 3, R"("allowedOverFullscreen": true)")), monitors) == "dialog");
  CHECK(top_of(with(window("dialog", 3, R"("allowedOverFullscreen": false)")), monitors) == "full");
  CHECK(top_of(with(window("dialog", 3, R"("workspace": {"id": 2})")), monitors) == "full");
  // As before version 0.42.
  CHECK(top_of(stacked(window("dialog", 3) + "," + window("old", 4, R"("fullscreen": true)"), monitors), monitors) ==
        "?");
}

TEST_CASE("which of two tiled windows of Hyprland's that overlap is in front is not known") {
  const auto monitors = one_monitor();
  const std::string both =
      window("A", 1, R"("floating": false)") + "," + window("B", 2, R"("floating": false, "at": [50, 0])");
  CHECK(top_of(stacked(both, monitors), monitors, 20, 50) == "A");
  CHECK(top_of(stacked(both, monitors), monitors, 120, 50) == "B");
  CHECK(top_of(stacked(both, monitors), monitors, 70, 50) == "?");
  CHECK(top_of(stacked(both + "," + window("C", 3), monitors), monitors, 70, 50) == "C");
}
