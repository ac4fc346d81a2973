#include <doctest/doctest.h>
#include <sys/socket.h>

#include <cstring>
#include <functional>
#include <set>
#include <sstream>
#include <thread>

#include "platform/linux/wayland/connection.h"
#include "platform/linux/wayland/keymap.h"
#include "platform/linux/wayland/mutter/displays.h"
#include "platform/linux/wayland/mutter/pictures/png.h"
#include "platform/linux/wayland/mutter/shell.h"
#include "platform/linux/wayland/sway.h"
#include "support/unix_listener.h"

using namespace surehand;
using namespace surehand::wayland;

namespace {

Limits soon() { return Limits::within(Milliseconds(5000)); }

// A compositor that does what the script says with its one client.
class ScriptedCompositor {
 public:
  explicit ScriptedCompositor(std::function<void(int)> script) {
    thread_ = std::thread([this, script = std::move(script)] {
      const Fd client = listener_.accept();
      if (client) script(client.get());
    });
  }
  ~ScriptedCompositor() {
    listener_.close();
    thread_.join();
  }
  const std::string& path() const { return listener_.path(); }

 private:
  UnixListener listener_;
  std::thread thread_;
};

void say(int client, const std::vector<uint8_t>& bytes) {
  CHECK(send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
}

// Reads get_registry and sync, which open() begins with; the id of the callback.
uint32_t greeted(int client) {
  uint8_t bytes[24];
  size_t got = 0;
  while (got < sizeof bytes) {
    const ssize_t more = recv(client, bytes + got, sizeof bytes - got, 0);
    if (more <= 0) return 0;
    got += static_cast<size_t>(more);
  }
  uint32_t callback = 0;
  std::memcpy(&callback, bytes + 20, sizeof callback);
  return callback;
}

void until_closed(int client) {
  uint8_t byte = 0;
  while (recv(client, &byte, 1, 0) > 0) {
  }
}

constexpr ObjectId kRegistry = 2;
constexpr uint16_t kGlobal = 0, kDone = 0;

}  // namespace

TEST_CASE("a compositor's globals are known once it is connected to") {
  ScriptedCompositor compositor([](int client) {
    const uint32_t callback = greeted(client);
    say(client, Request(kRegistry, kGlobal).u32(7).text("wl_seat").u32(8).bytes());
    say(client, Request(callback, kDone).u32(0).bytes());
    until_closed(client);
  });
  auto connection = Connection::open(compositor.path(), soon());
  REQUIRE(connection.ok());
  REQUIRE((*connection)->globals("wl_seat").size() == 1);
  CHECK((*connection)->globals("wl_seat")[0].name == 7);
  CHECK_FALSE((*connection)->has("wl_shm"));
  CHECK((*connection)->bind("wl_shm", 1) == kNull);
}

TEST_CASE("a compositor that goes, says nothing, refuses or talks nonsense is an error of a kind") {
  const auto code_of = [](std::function<void(int)> script, Limits limits = soon()) {
    ScriptedCompositor compositor(std::move(script));
    const auto opened = Connection::open(compositor.path(), limits);
    REQUIRE_FALSE(opened.ok());
    return opened.error().code;
  };
  CHECK(Connection::open("/tmp/surehand-no-such-socket", soon()).error().code == ErrorCode::kNoDesktop);
  CHECK(code_of([](int client) { greeted(client); }) == ErrorCode::kNoDesktop);
  CHECK(code_of(until_closed, Limits::within(Milliseconds(50))) == ErrorCode::kTimeout);
  CHECK(code_of([](int client) {
          greeted(client);
          say(client, Request(kDisplay, 0).u32(3).u32(1).text("no such thing").bytes());
          until_closed(client);
        }) == ErrorCode::kRefused);
  CHECK(code_of([](int client) {
          greeted(client);
          say(client, {1, 0, 0, 0, 0, 0, 3, 0});  // an event of three bytes
          until_closed(client);
        }) == ErrorCode::kNoDesktop);
}

TEST_CASE("an abort ends the wait for a compositor") {
  ScriptedCompositor compositor(until_closed);
  Limits limits = soon();
  limits.cancel = std::make_shared<CancelToken>();
  std::thread canceller([&] { limits.cancel->cancel(); });
  CHECK(Connection::open(compositor.path(), limits).error().code == ErrorCode::kAborted);
  canceller.join();
}

TEST_CASE("what an event does not have reads as nothing") {
  std::deque<Fd> fds;
  Event event(1, 0, {200, 0, 0, 0, 'a', 0, 0, 0}, fds);
  CHECK(event.text().empty());
  CHECK(event.u32() == 'a');
  CHECK(event.u32() == 0);
  CHECK_FALSE(static_cast<bool>(event.fd()));
}

TEST_CASE("a keymap has a key for each character, and lends the spare ones in turn") {
  Keymap keymap;
  CHECK(keymap.find('a')->code == 30);
  CHECK_FALSE(keymap.find('a')->shift);
  CHECK(keymap.find('A')->shift);
  CHECK_FALSE(keymap.find(0xfc));
  bool changed = false;
  CHECK(keymap.provide({'a', 0xfc, 0x1004e16}, changed));
  CHECK(changed);
  REQUIRE(keymap.find(0x1004e16));
  CHECK(keymap.text().find("0x1004e16") != std::string::npos);
  changed = false;
  CHECK(keymap.provide({0xfc}, changed));
  CHECK_FALSE(changed);
  std::vector<Keysym> many;
  for (Keysym keysym = 0x1000400; many.size() < Keymap::spare_keys(); ++keysym) many.push_back(keysym);
  CHECK(keymap.provide(many, changed));
  CHECK_FALSE(keymap.find(0xfc));
  std::set<uint32_t> codes;
  for (const Keysym keysym : many) codes.insert(keymap.find(keysym)->code);
  CHECK(codes.size() == many.size());
  many.push_back(0xfc);
  CHECK_FALSE(keymap.provide(many, changed));
}

TEST_CASE("sway's tree is its windows from the bottom up, each in its own place") {
  const auto parsed = json::parse(R"({"nodes": [
    {"name": "__i3", "nodes": [{"name": "__i3_scratch", "nodes": [], "floating_nodes": [
      {"id": 4, "pid": 10, "name": "Put away", "app_id": "put", "shell": "xdg_shell", "visible": false, "nodes": [],
       "rect": {"x": 1, "y": 2, "width": 3, "height": 4}, "window_rect": {"x": 0, "y": 0, "width": 3, "height": 4}}]}]},
    {"name": "HEADLESS-1", "current_workspace": "1", "nodes": [
      {"name": "1", "floating_nodes": [
        {"id": 6, "pid": 11, "name": "Above", "app_id": "above", "shell": "xdg_shell", "visible": true, "focused": true, "nodes": [],
         "rect": {"x": 100, "y": 50, "width": 204, "height": 122}, "window_rect": {"x": 2, "y": 20, "width": 200, "height": 100}}],
       "nodes": [{"id": 9, "nodes": [
        {"id": 7, "pid": 12, "name": "Below", "shell": "xwayland", "window_properties": {"class": "Old"}, "visible": true, "nodes": [],
         "rect": {"x": 0, "y": 0, "width": 640, "height": 800}, "window_rect": {"x": 0, "y": 0, "width": 640, "height": 800}}]}]},
      {"name": "2", "nodes": [{"id": 8, "pid": 13, "name": "Elsewhere", "visible": false, "nodes": []}]}]}]})");
  const auto windows = windows_in(std::get<json::Value>(parsed));
  std::ostringstream told;
  for (const auto& window : windows) {
    told << window.title << " of " << window.pid << (window.active ? ", active" : "")
         << (window.minimized ? ", minimized" : "") << (window.elsewhere ? ", elsewhere" : "")
         << (window.knows_its_place ? ", placed" : "") << "; ";
  }
  CHECK(told.str() ==
        "Put away of 10, minimized; Below of 12, placed; Elsewhere of 13, elsewhere; Above of 11, active; ");
  CHECK(windows[3].content == Rect{102, 70, 200, 100});
  CHECK(windows[3].frame.top == 20);
  CHECK(windows[1].class_name == "Old");
}

TEST_CASE("a dialog of a window that fills the screen of sway is above it, and other windows are below") {
  const auto parsed = json::parse(R"({"nodes": [{"name": "A", "current_workspace": "1", "nodes": [{"name": "1",
    "floating_nodes": [{"id": 1, "pid": 1, "name": "Dialog", "visible": true, "nodes": []},
                       {"id": 2, "pid": 2, "name": "Hidden", "visible": false, "nodes": []}],
    "nodes": [{"id": 3, "pid": 1, "name": "Full", "visible": true, "fullscreen_mode": 1, "nodes": []}]}]}]})");
  std::string order;
  for (const auto& window : windows_in(std::get<json::Value>(parsed))) order += window.title + " ";
  CHECK(order == "Hidden Full Dialog ");
}

TEST_CASE("only outputs that are on are displays") {
  const auto parsed = json::parse(R"([{"name": "A", "active": false}, {"name": "B", "active": true, "scale": 2,
    "rect": {"x": 0, "y": 0, "width": 640, "height": 400}}])");
  const auto displays = displays_in(std::get<json::Value>(parsed));
  REQUIRE(displays.size() == 1);
  CHECK(displays[0].id == "B");
  CHECK(displays[0].scale == 2);
  CHECK(displays[0].primary);
}

TEST_CASE("GNOME Shell's answer is its windows, and what is no window of a client is left out") {
  const auto parsed = json::parse(R"([
    {"id": 1, "pid": 7, "title": "back", "frame": [0, 0, 1280, 800], "type": 1, "here": true},
    {"id": 2, "pid": 8, "title": "Form", "class": "form", "frame": [10, 42, 300, 200], "type": 0, "x11": false,
     "owner": 4, "active": true, "modal": true, "minimized": false, "maximized": true, "here": true},
    {"id": 3, "pid": 8, "title": "", "frame": [20, 60, 80, 90], "type": 8, "x11": true, "here": true},
    {"id": 5, "pid": 8, "title": "far", "frame": [1, 2], "type": 0, "here": false}])");
  const auto windows = mutter::windows_in(std::get<json::Value>(parsed));
  REQUIRE(windows.size() == 3);
  CHECK(windows[0].id == 2);
  CHECK(windows[0].class_name == "form");
  CHECK(windows[0].content.y == 42);
  CHECK(windows[0].owner == 4);
  CHECK((windows[0].active && windows[0].modal && windows[0].maximized && windows[0].viewable));
  CHECK((!windows[0].knows_its_place && !windows[0].unmanaged));
  CHECK((windows[1].unmanaged && windows[1].kind == screen::PopupKind::kMenu && windows[1].knows_its_place));
  CHECK((windows[2].elsewhere && !windows[2].viewable && windows[2].content.width == 0));
}

TEST_CASE("a PNG of GNOME Shell's is read, and a damaged one is none") {
  // 2 x 2 px in RGB: red, green; the second row has the filter "up".
  const unsigned char bytes[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                 0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x02, 0x00, 0x00,
                                 0x00, 0xfd, 0xd4, 0x9a, 0x73, 0x00, 0x00, 0x00, 0x16, 0x49, 0x44, 0x41, 0x54, 0x78,
                                 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xc0, 0xf0, 0x9f, 0x81, 0x89, 0x91, 0xe1, 0xff, 0x7f,
                                 0x86, 0xff, 0x00, 0x1e, 0x04, 0x04, 0xff, 0x4c, 0x8c, 0xd6, 0xf0, 0x00, 0x00, 0x00,
                                 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  const std::string png(reinterpret_cast<const char*>(bytes), sizeof bytes);
  const auto picture = mutter::decode_png(png);
  if (!picture) {  // libpng is not installed
    CHECK(picture.error().code == ErrorCode::kUnsupported);
    return;
  }
  CHECK(picture->width == 2);
  CHECK(picture->rgba == std::vector<uint8_t>{255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255});
  for (size_t size = 0; size < 56; ++size) CHECK_FALSE(mutter::decode_png(png.substr(0, size)).ok());
}

TEST_CASE("displays have the size of their mode, turned and scaled") {
  dbus::Writer body;
  body.u32(1);
  const auto monitors = body.begin_array(8);
  body.begin_struct().begin_struct().string("DP-1").string("v").string("p").string("s");
  const auto modes = body.begin_array(8);
  body.begin_struct().string("m").i32(2000).i32(1000).f64(60).f64(1);
  body.end_array(body.begin_array(8));
  const auto flags = body.begin_array(8);
  body.begin_struct().string("is-current").variant("b").boolean(true);
  body.end_array(flags);
  body.end_array(modes);
  body.end_array(body.begin_array(8));
  body.end_array(monitors);
  const auto logical = body.begin_array(8);
  body.begin_struct().i32(-500).i32(7).f64(2).u32(1).boolean(true);
  const auto shown = body.begin_array(8);
  body.begin_struct().string("DP-1").string("v").string("p").string("s");
  body.end_array(shown);
  body.end_array(body.begin_array(8));
  body.end_array(logical);
  body.end_array(body.begin_array(8));
  const auto& bytes = body.bytes();
  const auto displays = mutter::displays_in(dbus::Reader(bytes.data(), bytes.size(), true, {}));
  REQUIRE(displays.size() == 1);
  CHECK(displays[0].id == "DP-1");
  CHECK((displays[0].bounds.x == -500 && displays[0].bounds.width == 500 && displays[0].bounds.height == 1000));
  CHECK(mutter::displays_in(dbus::Reader(bytes.data(), bytes.size() / 2, true, {})).empty());
}
