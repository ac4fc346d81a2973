#include <doctest/doctest.h>

#include <algorithm>
#include <thread>

#include "platform/linux/x11/authority.h"
#include "platform/linux/x11/displays.h"
#include "platform/linux/x11/screenshot.h"
#include "platform/linux/x11/windows.h"
#include "support/child.h"

using namespace surehand;
using namespace surehand::x11;
using surehand::test::PrivateDisplay;
using XDisplay = surehand::x11::Display;
using XWindow = surehand::x11::Window;

namespace {

Limits soon() { return Limits::within(Milliseconds(5000)); }

std::unique_ptr<XDisplay> connect(const PrivateDisplay& server) {
  REQUIRE_MESSAGE(!server.name().empty(), "Xvfb could not be started; install the package `xvfb`");
  auto display = XDisplay::open(server.name(), "", soon());
  REQUIRE_MESSAGE(display.ok(), (display.ok() ? "" : display.error().message));
  return display.take();
}

Talk talk_to(XDisplay& display) {
  auto talk = display.talk(soon());
  REQUIRE(talk.ok());
  return talk.take();
}

constexpr uint8_t kCreateWindow = 1;
constexpr uint8_t kChangeProperty = 18;

void set_property(Talk& talk, XWindow window, Atom property, Atom type, uint8_t format, std::string_view bytes) {
  talk.send(Request(kChangeProperty, 0)
                .u32(window)
                .u32(property)
                .u32(type)
                .u8(format)
                .zeros(3)
                .u32(static_cast<uint32_t>(bytes.size() / (format / 8)))
                .text(bytes));
}

std::string bytes_of(std::initializer_list<uint32_t> values) {
  std::string result;
  for (const uint32_t value : values) result.append(reinterpret_cast<const char*>(&value), sizeof value);
  return result;
}

XWindow create(XDisplay& display, XWindow parent, Rect place, uint32_t pid, std::string_view title) {
  Talk talk = talk_to(display);
  const XWindow window = display.new_id();
  talk.send(Request(kCreateWindow, 0)
                .u32(window)
                .u32(parent)
                .i16(static_cast<int16_t>(place.x))
                .i16(static_cast<int16_t>(place.y))
                .u16(static_cast<uint16_t>(place.width))
                .u16(static_cast<uint16_t>(place.height))
                .u16(0)
                .u16(1)
                .u32(0)
                .u32(0));
  if (pid != 0) {
    constexpr Atom kCardinal = 6;
    set_property(talk, window, display.atom(Name::kWindowPid), kCardinal, 32, bytes_of({pid}));
    set_property(talk, window, display.atom(Name::kWindowName), display.atom(Name::kUtf8String), 8, title);
  }
  talk.send(Request(Opcode::kMapWindow).u32(window));
  CHECK(talk.sync().value() == 0);
  return window;
}

const ClientWindow* titled(const std::vector<ClientWindow>& listed, std::string_view title) {
  const auto found = std::find_if(listed.begin(), listed.end(), [&](const auto& each) { return each.title == title; });
  return found == listed.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("Windows are listed with pid, title and place") {
  PrivateDisplay server;
  const auto display = connect(server);
  const XWindow frame = create(*display, display->root(), {100, 50, 400, 330}, 0, "");
  const XWindow inner = create(*display, frame, {5, 25, 390, 300}, 77, "Grüße");
  create(*display, display->root(), {600, 60, 200, 100}, 78, "one");
  const XWindow second = create(*display, display->root(), {650, 90, 300, 100}, 78, "two");

  auto listed = windows(*display, soon());
  REQUIRE(listed.ok());
  const ClientWindow* two = titled(*listed, "two");
  REQUIRE(two != nullptr);
  CHECK(two->pid == 78);
  CHECK(two->id == second);
  CHECK(two->content == Rect{650, 90, 300, 100});
  CHECK(two->viewable);

  auto at = [&](int x, int y) {
    auto window = window_at(*display, x, y, soon());
    REQUIRE(window.ok());
    return window.take();
  };
  CHECK(at(110, 80)->id == inner);
  CHECK(at(110, 80)->title == "Grüße");
  CHECK(at(110, 80)->content == Rect{105, 75, 390, 300});
  CHECK(at(102, 55)->id == frame);
  CHECK(at(700, 100)->id == second);
  CHECK_FALSE(at(5, 5));
  CHECK_FALSE(at(-5, 90000));
  const auto shown = displays(*display, soon());
  REQUIRE(shown.ok());
  REQUIRE(shown->size() == 1);
  CHECK(shown->front().bounds == Rect{0, 0, 1280, 800});
  CHECK(shown->front().work_area == Rect{0, 0, 1280, 800});
  CHECK(shown->front().scale == 1);
  CHECK(shown->front().primary);
}

TEST_CASE("A covered window has a picture of its own where the server keeps one") {
  PrivateDisplay server;
  const auto display = connect(server);
  const XWindow below = create(*display, display->root(), {100, 50, 40, 30}, 77, "below");
  {
    Talk talk = talk_to(*display);
    talk.send(Request(Opcode::kMapWindow).u32(below));
    REQUIRE(talk.sync().value() == 0);
  }
  SharedMemory memory;
  const auto without = screenshot_of(*display, memory, below, {100, 50, 40, 30}, soon());
  REQUIRE_FALSE(without.ok());
  CHECK(without.error().code == ErrorCode::kUnsupported);
  {
    // What a compositing manager asks for.
    constexpr uint8_t kRedirectSubwindows = 2, kAutomatic = 0;
    Talk talk = talk_to(*display);
    talk.send(Request(display->composite(), kRedirectSubwindows).u32(display->root()).u8(kAutomatic).zeros(3));
    REQUIRE(talk.sync().value() == 0);
  }
  const auto picture = screenshot_of(*display, memory, below, {100, 50, 40, 30}, soon());
  REQUIRE_MESSAGE(picture.ok(), (picture.ok() ? "" : picture.error().message));
  CHECK(picture->bounds == Rect{100, 50, 40, 30});
  CHECK(picture->rgba.size() == size_t{4} * 40 * 30);
}

TEST_CASE("A window is brought to the front without a window manager; one that is gone is STALE") {
  PrivateDisplay server;
  const auto display = connect(server);
  const XWindow below = create(*display, display->root(), {0, 0, 100, 100}, 1, "below");
  const XWindow above = create(*display, display->root(), {0, 0, 100, 100}, 2, "above");
  CHECK(window_at(*display, 10, 10, soon()).value()->id == above);
  CHECK(activate(*display, below, soon()).ok());
  CHECK(window_at(*display, 10, 10, soon()).value()->id == below);
  auto listed = windows(*display, soon());
  REQUIRE(listed.ok());
  CHECK(titled(*listed, "below")->active);

  const XWindow never = display->new_id();
  auto gone = activate(*display, never, soon());
  REQUIRE_FALSE(gone.ok());
  CHECK(gone.error().code == ErrorCode::kStale);
  CHECK(close(*display, never, soon()).error().code == ErrorCode::kStale);
  CHECK(close(*display, below, soon()).error().code == ErrorCode::kUnsupported);
}

TEST_CASE("A server that stops or dies costs the deadline and an error, not the process") {
  PrivateDisplay server;
  const auto display = connect(server);
  kill(server.server().pid(), SIGSTOP);
  auto stopped = windows(*display, Limits::within(Milliseconds(50)));
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.error().code == ErrorCode::kTimeout);

  auto token = std::make_shared<CancelToken>();
  std::thread canceller([&] { token->cancel(); });
  auto aborted = windows(*display, {Clock::time_point::max(), token});
  canceller.join();
  REQUIRE_FALSE(aborted.ok());
  CHECK(aborted.error().code == ErrorCode::kAborted);

  kill(server.server().pid(), SIGCONT);
  CHECK(windows(*display, soon()).ok());
  server.server().end(SIGKILL);
  auto dead = windows(*display, soon());
  REQUIRE_FALSE(dead.ok());
  CHECK(dead.error().code == ErrorCode::kNoDesktop);
  CHECK_FALSE(windows(*display, soon()).ok());
}

TEST_CASE("What is no local display is refused with a reason") {
  const auto code = [](const std::string& name) { return XDisplay::open(name, "", soon()).error().code; };
  CHECK(code("") == ErrorCode::kUnsupported);
  CHECK(code("example.org:0") == ErrorCode::kUnsupported);
  CHECK(code(":x") == ErrorCode::kUnsupported);
  CHECK(code(":0.") == ErrorCode::kUnsupported);
  CHECK(code(":65123") == ErrorCode::kNoDesktop);
}

TEST_CASE("Two displays at once") {
  PrivateDisplay one, other("640x480x24");
  const auto first = connect(one);
  const auto second = connect(other);
  CHECK(displays(*first, soon()).value().front().bounds.width == 1280);
  CHECK(displays(*second, soon()).value().front().bounds.width == 640);
  one.server().end(SIGKILL);
  CHECK_FALSE(displays(*first, soon()).ok());
  CHECK(displays(*second, soon()).ok());
}

TEST_CASE("The cookie of a display is found in an authority file") {
  const auto entry = [](uint16_t family, const std::string& address, const std::string& number, const std::string& name,
                        const std::string& cookie) {
    std::string out;
    const auto u16 = [&](size_t value) {
      out += static_cast<char>(value >> 8);
      out += static_cast<char>(value);
    };
    u16(family);
    for (const std::string& text : {address, number, name, cookie}) {
      u16(text.size());
      out += text;
    }
    return out;
  };
  constexpr uint16_t kLocal = 256, kWild = 65535, kInternet = 0;
  const std::string method = "MIT-MAGIC-COOKIE-1";
  const std::string file = entry(kInternet, "\x7f\x01", "1", method, "far") +
                           entry(kLocal, "elsewhere", "1", method, "other host") +
                           entry(kLocal, "here", "1", "XDM-AUTHORIZATION-1", "other method") +
                           entry(kLocal, "here", "1", method, "one") + entry(kWild, "", "2", method, "two");
  CHECK(cookie_for(file, "here", "1") == "one");
  CHECK(cookie_for(file, "renamed", "1") == "other host");
  CHECK(cookie_for(file, "here", "2") == "two");
  CHECK_FALSE(cookie_for(file, "here", "3"));
  CHECK_FALSE(cookie_for("", "here", "1"));
  for (size_t size = 0; size < file.size(); ++size) (void)cookie_for(file.substr(0, size), "here", "2");
  CHECK_FALSE(cookie_for(file.substr(0, file.size() - 1), "here", "2"));
}
