#include <doctest/doctest.h>

#include "platform/linux/wayland/keymap.h"
#include "platform/linux/wayland/kwin/layout.h"
#include "platform/linux/wayland/kwin/program.h"
#include "platform/linux/wayland/kwin/screenshot.h"
#include "platform/linux/wayland/kwin/windows.h"

using namespace surehand;
using namespace surehand::wayland;

namespace {

json::Value parsed(std::string_view text) {
  auto result = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(result));
  return std::get<json::Value>(std::move(result));
}

bool is(const Rect& rect, int32_t x, int32_t y, int32_t width, int32_t height) {
  return rect.x == x && rect.y == y && rect.width == width && rect.height == height;
}

// As the script in KWin 5.27 answers: GTK 3 that draws its own frame and shadow, Qt 5 in a frame of KWin's, a menu.
constexpr const char* kTold = R"([
  {"id":"{b}","pid":20,"title":"Qt","class":"form","order":2,"frame":[100,50,400,330],"buffer":[102,80,396,298],
   "active":true,"minimized":false,"maximized":false,"hidden":false,"elsewhere":false,"popup":false,"x11":false,"owner":""},
  {"id":"{a}","pid":10,"title":"GTK","class":"factory","order":0,"frame":[-67,34,1415,732],"buffer":[-93,11,1467,784],
   "active":false,"minimized":true,"maximized":true,"hidden":true,"elsewhere":false,"popup":false,"x11":false,"owner":""},
  {"id":"{c}","pid":10,"title":"","class":"","order":3,"frame":[190,106,155,52],"buffer":[184,101,167,64],
   "active":false,"hidden":false,"popup":true,"x11":false,"owner":"{a}"},
  {"id":"{d}","pid":30,"title":"X","class":"XTerm","order":1,"frame":[0,0,10,10],"buffer":null,"elsewhere":true,"x11":true}
])";

}  // namespace

TEST_CASE("KWin's windows are in the order of the stack, each where its content is") {
  const auto windows = kwin::windows_in(parsed(kTold));
  REQUIRE(windows.size() == 4);
  const screen::ClientWindow &gtk = windows[0], &xterm = windows[1], &qt = windows[2], &menu = windows[3];
  CHECK(gtk.id == kwin::number_of("{a}"));
  CHECK(gtk.pid == 10);
  CHECK(is(gtk.content, -67, 34, 1415, 732));
  CHECK(gtk.frame.top == 0);
  CHECK(gtk.minimized);
  CHECK(gtk.maximized);
  CHECK_FALSE(gtk.viewable);
  CHECK_FALSE(gtk.knows_its_place);

  CHECK(qt.title == "Qt");
  CHECK(is(qt.content, 102, 80, 396, 298));
  CHECK(qt.frame.left == 2);
  CHECK(qt.frame.right == 2);
  CHECK(qt.frame.top == 30);
  CHECK(qt.frame.bottom == 2);
  CHECK(qt.active);
  CHECK(qt.viewable);

  CHECK(xterm.knows_its_place);
  CHECK(xterm.elsewhere);
  CHECK_FALSE(xterm.viewable);
  CHECK(is(xterm.content, 0, 0, 10, 10));

  CHECK(menu.unmanaged);
  CHECK(menu.owner == gtk.id);
  CHECK(is(menu.content, 184, 101, 167, 64));
  CHECK(is(menu.visible(), 190, 106, 155, 52));
}

TEST_CASE("What is no list of windows has none, and a window without a place is nowhere") {
  CHECK(kwin::windows_in(json::Value()).empty());
  const auto windows = kwin::windows_in(parsed(R"([{"id":"{a}","frame":[1,2,3]}, 7])"));
  REQUIRE(windows.size() == 2);
  CHECK(is(windows[0].content, 0, 0, 0, 0));
}

TEST_CASE("The script has what it is given as text, whatever that is") {
  const std::string text = kwin::program(":1.7\"; alert()", "3");
  CHECK(text.find("var service = \":1.7\\\"; alert()\";") != std::string::npos);
  CHECK(text.find(R"(var token = "3";)") != std::string::npos);
}

TEST_CASE("A layout says which keys type a character, and which have to be held") {
  Keymap keymap;
  bool changed = false;
  REQUIRE(keymap.provide({0x7e1, 0x20ac}, changed));  // Greek_alpha, EuroSign
  auto layout = kwin::Layout::parse(keymap.text(), 0);
  if (!layout && layout.error().message.find("libxkbcommon0") != std::string::npos) return;
  REQUIRE(layout.ok());
  const auto small = layout->find('a'), large = layout->find('A');
  REQUIRE(small);
  REQUIRE(large);
  CHECK(small->code == 30);
  CHECK(small->with.empty());
  CHECK(large->code == 30);
  CHECK(large->with == std::vector<uint32_t>{42});
  // By the number of the character, too.
  CHECK(layout->find(0x7e1));
  CHECK(layout->find(0x10003b1));
  CHECK_FALSE(layout->find(0x1004e16));
  CHECK_FALSE(layout->has_groups());
  CHECK_FALSE(layout->find_elsewhere('a'));
}

TEST_CASE("What is no keymap is UNSUPPORTED") {
  const auto layout = kwin::Layout::parse("xkb_keymap { nonsense", 0);
  REQUIRE_FALSE(layout.ok());
  CHECK(layout.error().code == ErrorCode::kUnsupported);
}

TEST_CASE("A picture of KWin's is read by its format, without what fills its rows") {
  constexpr uint32_t kRgb32 = 4, kRgba = 17;
  const std::string bytes{1, 2, 3, 4, 9, 9, 9, 9, 5, 6, 7, 8, 9, 9, 9, 9};
  const auto blue_first = kwin::image_of({1, 2, 8, kRgb32}, bytes, {10, 20, 1, 2});
  REQUIRE(blue_first.ok());
  CHECK(blue_first->rgba == std::vector<uint8_t>{3, 2, 1, 255, 7, 6, 5, 255});
  CHECK(blue_first->scale == 1);
  CHECK(is(blue_first->bounds, 10, 20, 1, 2));
  const auto red_first = kwin::image_of({2, 2, 8, kRgba}, bytes, {0, 0, 1, 1});
  REQUIRE(red_first.ok());
  CHECK(red_first->rgba[0] == 1);
  CHECK(red_first->scale == 2);
  for (const kwin::RawPicture& wrong : {kwin::RawPicture{1, 3, 8, kRgb32}, {3, 2, 8, kRgb32}, {1, 2, 8, 3}, {}}) {
    CHECK_FALSE(kwin::image_of(wrong, bytes, {0, 0, 1, 1}).ok());
  }
}
