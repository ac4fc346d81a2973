#include <doctest/doctest.h>

#include <cstdio>
#include <thread>

#include "platform/linux/screen/keysyms.h"
#include "platform/linux/x11/input.h"
#include "platform/linux/x11/screenshot.h"
#include "support/child.h"

using namespace surehand;
using namespace surehand::x11;
using surehand::test::PrivateDisplay;
using Kind = InputStep::Kind;
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

InputStep step(Kind kind, std::string text = {}) {
  InputStep result{};
  result.kind = kind;
  result.text = result.key = std::move(text);
  return result;
}

InputStep move_to(double x, double y) {
  InputStep result{};
  result.kind = Kind::kMove;
  result.x = x;
  result.y = y;
  return result;
}

// A client that looks its key events up in the keyboard of the moment in which it reads them, as toolkits do,
// and answers pings.
class TextWindow {
 public:
  explicit TextWindow(XDisplay& display) : display_(display), window_(display.new_id()) {
    auto talk = display.talk(soon()).take();
    constexpr uint8_t kCreateWindow = 1, kChangeProperty = 18;
    constexpr uint32_t kEventMask = 0x800, kKeyAndButtonEvents = 0xf;
    constexpr Atom kAtom = 4;
    talk.send(Request(kCreateWindow, 0)
                  .u32(window_)
                  .u32(display.root())
                  .i16(10)
                  .i16(10)
                  .u16(300)
                  .u16(200)
                  .u16(0)
                  .u16(1)
                  .u32(0)
                  .u32(kEventMask)
                  .u32(kKeyAndButtonEvents));
    talk.send(Request(kChangeProperty, 0)
                  .u32(window_)
                  .u32(display.atom(Name::kProtocols))
                  .u32(kAtom)
                  .u8(32)
                  .zeros(3)
                  .u32(1)
                  .u32(display.atom(Name::kWindowPing)));
    talk.send(Request(Opcode::kMapWindow).u32(window_));
    talk.send(Request(Opcode::kSetInputFocus, 2).u32(window_).u32(0));
    CHECK(talk.sync().value() == 0);
  }

  XWindow id() const { return window_; }

  // Takes the next events: what `until` presses and releases meant, and as many pings as are awaited.
  std::string read(size_t until, size_t pings = 0) {
    auto talk = display_.talk(soon()).take();
    talk.keep_events(true);
    std::string seen;
    size_t keys = 0;
    while (keys < until || pings > 0) {
      auto event = talk.next_event(soon());
      REQUIRE_MESSAGE(event.ok(), seen);
      const uint8_t type = event->u8(0) & 0x7f;
      constexpr uint8_t kButtonPress = 4, kButtonRelease = 5;
      if (type == 2) {
        seen += describe(talk, event->u8(1), event->u16(28));
        ++keys;
      } else if (type == 3) {
        ++keys;
      } else if (type == kButtonPress || type == kButtonRelease) {
        seen += (type == kButtonPress ? "press " : "release ") + std::to_string(event->u8(1)) + " at " +
                std::to_string(event->i16(20)) + "," + std::to_string(event->i16(22)) + "; ";
        ++keys;
      } else if (event->event_type() == EventType::kClientMessage) {
        Request pong(Opcode::kSendEvent);
        pong.u32(display_.root()).u32(1u << 19 | 1u << 20).u8(33).u8(32).u16(0).u32(display_.root());
        for (size_t at = 8; at < 32; at += 4) pong.u32(event->u32(at));
        talk.send(std::move(pong));
        CHECK(talk.sync().ok());
        if (pings > 0) --pings;
      }
    }
    return seen;
  }

 private:
  std::string describe(Talk& talk, Keycode code, uint16_t state) {
    auto mapping = talk.call(Request(Opcode::kGetKeyboardMapping).u8(code).u8(1).u16(0)).take();
    const Keysym keysym = mapping.u32(Answer::kFixed + ((state & 1) != 0 ? 4 : 0));
    std::string result = (state & 4) != 0 ? "^" : "";
    if (keysym < 0x100) {
      result += static_cast<char>(keysym);
    } else if (keysym == surehand::screen::kShiftLeft) {
    } else {
      char hex[16];
      std::snprintf(hex, sizeof hex, "<%x>", keysym);
      result += hex;
    }
    return result;
  }

  XDisplay& display_;
  XWindow window_;
};

}  // namespace

TEST_CASE("Keys by their DOM names") {
  CHECK(surehand::screen::keysym_of_key("Enter") == 0xff0d);
  CHECK(surehand::screen::keysym_of_key("a") == 'a');
  CHECK(surehand::screen::keysym_of_key("F12") == 0xffc9);
  CHECK(surehand::screen::keysym_of_key("MediaPlayPause") == 0x1008ff14);
  CHECK(surehand::screen::keysym_of_key("F") == 'F');
  CHECK(surehand::screen::keysym_of_key("ü") == 0xfc);
  CHECK(surehand::screen::keysym_of_key("世") == 0x1004e16);
  CHECK(surehand::screen::keysym_of_key(" ") == ' ');
  for (const std::string_view none : {"", "Entr", "F25", "F0", "ab", "F1x", "\x01"})
    CHECK_FALSE(surehand::screen::keysym_of_key(none));
}

TEST_CASE("Characters are taken from UTF-8 one by one") {
  const auto all = [](std::string_view text) {
    std::u32string result;
    while (!text.empty()) result += surehand::screen::take_character(text);
    return result;
  };
  CHECK(all("aü世😀") == U"aü世😀");
  CHECK(all("\xff\xc3\xe4\xb8") == U"\xfffd\xfffd\xfffd\xfffd");
  CHECK(all("\xc0\x80\xed\xa0\x80") == U"\xfffd\xfffd\xfffd\xfffd\xfffd");
}

TEST_CASE("An unknown key is refused before anything is done") {
  PrivateDisplay server;
  const auto display = connect(server);
  Input input(*display);
  auto refused = input.perform({move_to(77, 88), step(Kind::kKeyDown, "Entr")}, {}, soon());
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kInvalidArgument);
  auto talk = display->talk(soon()).take();
  auto pointer = talk.call(Request(Opcode::kQueryPointer).u32(display->root()));
  CHECK(pointer->i16(16) != 77);
}

TEST_CASE("The pointer, its buttons and the wheel") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto other = connect(server);
  TextWindow window(*other);
  Input input(*display);
  InputStep press = step(Kind::kDown), release = step(Kind::kUp), wheel = step(Kind::kWheel);
  press.button = release.button = 3;
  wheel.y = -2;
  REQUIRE(input.perform({move_to(50, 60.4), press, move_to(70, 80), release, wheel}, {}, soon()).ok());
  CHECK(window.read(6) ==
        "press 3 at 50,60; release 3 at 70,80; press 4 at 70,80; release 4 at 70,80; press 4 at 70,80; "
        "release 4 at 70,80; ");
}

TEST_CASE("Text arrives as it was typed, with characters that the keyboard lacks, and the keyboard is as before") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto other = connect(server);
  const auto keyboard = [&] {
    auto talk = display->talk(soon()).take();
    auto mapping = talk.call(Request(Opcode::kGetKeyboardMapping).u8(8).u8(248).u16(0)).take();
    return std::string(reinterpret_cast<const char*>(mapping.data()), mapping.data_size());
  };
  const std::string before = keyboard();
  TextWindow window(*other);
  Input input(*display);
  REQUIRE(input.perform({step(Kind::kText, "aB(~ z\n")}, {}, soon()).ok());
  CHECK(window.read(16) == "aB(~ z<ff0d>");

  Status typed = Done{};
  std::thread typist([&] { typed = input.perform({step(Kind::kText, "Grüße 世😀")}, {}, soon()); });
  CHECK(window.read(18, 1) ==
        "Gr\xfc\xdf"
        "e <1004e16><101f600>");
  typist.join();
  CHECK(typed.ok());
  CHECK(keyboard() == before);
}

TEST_CASE("Text that a busy program reads late arrives as it was typed") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto other = connect(server);
  TextWindow window(*other);
  Input input(*display);
  Status typed = Done{};
  std::thread typist([&] { typed = input.perform({step(Kind::kText, "世😀")}, {}, soon()); });
  std::this_thread::sleep_for(Milliseconds(1500));  // the program is busy
  CHECK(window.read(4, 1) == "<1004e16><101f600>");
  typist.join();
  CHECK(typed.ok());
}

TEST_CASE("Text that is never read is not said to be typed") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto other = connect(server);
  TextWindow window(*other);
  Input input(*display);
  const auto typed = input.perform({step(Kind::kText, "ab世")}, {}, Limits::within(Milliseconds(1500)));
  REQUIRE(!typed.ok());
  CHECK(typed.error().code == ErrorCode::kTimeout);
  CHECK(typed.error().sent == Sent::kUnknown);
  CHECK(typed.error().details.find("sentCharacters")->as_number(-1) == 0);
}

TEST_CASE("Modifiers hold from one call to the next; Control with a letter presses no Shift") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto other = connect(server);
  TextWindow window(*other);
  {
    Input input(*display);
    REQUIRE(input.perform({step(Kind::kKeyDown, "Control")}, {}, soon()).ok());
    REQUIRE(input.perform({step(Kind::kKeyDown, "A"), step(Kind::kKeyUp, "A")}, {}, soon()).ok());
    CHECK(window.read(3) == "<ffe3>^a");
  }
  // Letting go of the input lets go of what it held.
  CHECK(window.read(1).empty());
  Input input(*display);
  REQUIRE(input.perform({step(Kind::kKeyDown, "x"), step(Kind::kKeyUp, "x")}, {}, soon()).ok());
  CHECK(window.read(2) == "x");
}

TEST_CASE("Nothing is sent while the window that it is for has not the keyboard") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto one = connect(server);
  const auto two = connect(server);
  TextWindow meant(*one);
  TextWindow other(*two);  // takes the keyboard
  Input input(*display);
  auto refused = input.perform({step(Kind::kText, "secret"), step(Kind::kKeyDown, "x")}, {meant.id()}, soon());
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::kNotActionable);
  CHECK(refused.error().details["sentCharacters"].as_int(-1) == 0);
  CHECK_FALSE(input.is_in_foreground({meant.id()}, soon()).value());
  CHECK(input.is_in_foreground({other.id()}, soon()).value());
  REQUIRE(input.perform({step(Kind::kText, "a")}, {other.id()}, soon()).ok());
  CHECK(other.read(2) == "a");
}

TEST_CASE("A window that loses the keyboard ends the input, which holds nothing any more") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto one = connect(server);
  const auto two = connect(server);
  TextWindow meant(*one);
  Input input(*display);
  InputStep pause = step(Kind::kPause);
  pause.pause = Milliseconds(1500);
  Status ended = Done{};
  std::thread typist([&] {
    ended = input.perform({step(Kind::kText, "ab"), step(Kind::kKeyDown, "Control"), pause, step(Kind::kKeyDown, "c")},
                          {meant.id()}, soon());
  });
  CHECK(meant.read(5) == "ab<ffe3>");
  TextWindow other(*two);
  typist.join();
  REQUIRE_FALSE(ended.ok());
  CHECK(ended.error().code == ErrorCode::kOutcomeUnknown);
  CHECK(ended.error().details["sentSteps"].as_int() == 3);
  CHECK(ended.error().details["sentCharacters"].as_int() == 2);
  REQUIRE(input.perform({step(Kind::kText, "x")}, {other.id()}, soon()).ok());
  CHECK(other.read(3) == "x");  // after the release of Control
}

TEST_CASE("Caps lock does not turn what is typed around") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto other = connect(server);
  TextWindow window(*other);
  Input input(*display);
  REQUIRE(input.perform({step(Kind::kKeyDown, "CapsLock"), step(Kind::kKeyUp, "CapsLock")}, {}, soon()).ok());
  window.read(2);
  const auto locked = [&] {
    auto talk = display->talk(soon()).take();
    return (talk.call(Request(Opcode::kQueryPointer).u32(display->root()))->u16(24) & 2) != 0;
  };
  CHECK(locked());
  REQUIRE(input.perform({step(Kind::kText, "aB")}, {}, soon()).ok());
  CHECK(window.read(6) == "aB");
  CHECK(locked());
}

TEST_CASE("Set back, nothing is down that anybody pressed, and no lock is on") {
  PrivateDisplay server;
  const auto display = connect(server);
  const auto other = connect(server);
  Input input(*display), others(*other);
  const auto modifiers_and_buttons = [&] {
    auto talk = display->talk(soon()).take();
    return talk.call(Request(Opcode::kQueryPointer).u32(display->root()))->u16(24);
  };
  REQUIRE(input.perform({step(Kind::kKeyDown, "Control")}, {}, soon()).ok());
  REQUIRE(others
              .perform({step(Kind::kKeyDown, "CapsLock"), step(Kind::kKeyUp, "CapsLock"), step(Kind::kKeyDown, "Shift"),
                        step(Kind::kKeyDown, "\u20ac"), step(Kind::kDown)},
                       {}, soon())
              .ok());
  constexpr int kShiftLockControlButton = 1 | 2 | 4 | 256;
  CHECK(modifiers_and_buttons() == kShiftLockControlButton);
  REQUIRE(input.perform({step(Kind::kSetBack)}, {}, soon()).ok());
  CHECK(modifiers_and_buttons() == 0);
  auto talk = display->talk(soon()).take();
  auto keys = talk.call(Request(Opcode::kQueryKeymap));
  REQUIRE(keys);
  for (size_t i = 0; i < 32; ++i) CHECK(keys->u8(8 + i) == 0);
}

TEST_CASE("A picture of the screen, of a part of it, and of nothing") {
  for (const char* depth : {"320x200x24", "320x200x16"}) {
    PrivateDisplay server(depth);
    const auto display = connect(server);
    constexpr uint8_t kCreateWindow = 1;
    {
      auto talk = display->talk(soon()).take();
      const XWindow window = display->new_id();
      constexpr uint32_t kBackPixel = 2;
      const auto& format = display->pixels();
      talk.send(Request(kCreateWindow, 0)
                    .u32(window)
                    .u32(display->root())
                    .i16(10)
                    .i16(20)
                    .u16(30)
                    .u16(40)
                    .u16(0)
                    .u16(1)
                    .u32(0)
                    .u32(kBackPixel)
                    .u32(format.red));
      talk.send(Request(Opcode::kMapWindow).u32(window));
      CHECK(talk.sync().value() == 0);
    }
    SharedMemory memory;
    auto whole = screenshot(*display, memory, std::nullopt, soon());
    REQUIRE(whole.ok());
    CHECK(whole->bounds == Rect{0, 0, 320, 200});
    const auto pixel = [](const Image& image, uint32_t x, uint32_t y) {
      const uint8_t* at = image.rgba.data() + (y * image.width + x) * 4;
      return uint32_t{at[0]} << 24 | at[1] << 16 | at[2] << 8 | at[3];
    };
    CHECK(pixel(*whole, 9, 20) == 0x000000ff);
    CHECK(pixel(*whole, 10, 20) == 0xff0000ff);
    CHECK(pixel(*whole, 39, 59) == 0xff0000ff);
    CHECK(pixel(*whole, 40, 59) == 0x000000ff);
    auto part = screenshot(*display, memory, Rect{-5, 15, 16, 6}, soon());
    REQUIRE(part.ok());
    CHECK(part->bounds == Rect{0, 15, 11, 6});
    CHECK(pixel(*part, 10, 5) == 0xff0000ff);
    CHECK(pixel(*part, 9, 5) == 0x000000ff);
    auto nothing = screenshot(*display, memory, Rect{400, 0, 10, 10}, soon());
    REQUIRE_FALSE(nothing.ok());
    CHECK(nothing.error().code == ErrorCode::kInvalidArgument);
  }
}
