#include <doctest/doctest.h>

#include <condition_variable>
#include <cstring>
#include <mutex>

#include "platform/linux/x11/input.h"
#include "platform/linux/x11/own_input.h"
#include "platform/linux/x11/user_input.h"
#include "support/child.h"

using namespace surehand;
using namespace surehand::x11;
using surehand::test::PrivateDisplay;
using XDisplay = surehand::x11::Display;

namespace {

Limits soon() { return Limits::within(Milliseconds(5000)); }

// Bytes of a message, padded to its fixed size.
struct Bytes {
  std::vector<uint8_t> bytes;
  Bytes& u8(uint8_t value) { return bytes.push_back(value), *this; }
  Bytes& u16(uint16_t value) { return u8(static_cast<uint8_t>(value)).u8(static_cast<uint8_t>(value >> 8)); }
  Bytes& u32(uint32_t value) { return u16(static_cast<uint16_t>(value)).u16(static_cast<uint16_t>(value >> 16)); }
  Bytes& zeros(size_t count) { return bytes.resize(bytes.size() + count), *this; }
  Bytes& text(std::string_view value) { return bytes.insert(bytes.end(), value.begin(), value.end()), *this; }
  Bytes& to(size_t size) { return bytes.resize(size), *this; }
  Answer answer() const { return Answer(bytes); }
};

constexpr uint8_t kExtension = 131;

Answer raw_event(uint16_t type, uint32_t detail, uint16_t source, uint8_t extension = kExtension) {
  return Bytes().u8(35).u8(extension).u16(1).u32(0).u16(type).u16(3).u32(77).u32(detail).u16(source).to(32).answer();
}

// Of one key: its keysyms.
Keyboard keyboard(std::vector<std::vector<uint32_t>> keys, uint8_t columns, std::vector<uint8_t> modifiers) {
  Bytes mapping;
  mapping.u8(1).u8(columns).to(32);
  for (const auto& key : keys) {
    for (size_t i = 0; i < columns; ++i) mapping.u32(i < key.size() ? key[i] : 0);
  }
  Bytes held;
  held.u8(1).u8(static_cast<uint8_t>(modifiers.size() / 8)).to(32);
  for (const uint8_t code : modifiers) held.u8(code);
  return {8, mapping.answer(), held.answer()};
}

}  // namespace

TEST_CASE("a raw event says its kind, its key or button, when it was, and which device made it") {
  const auto input = raw_input(raw_event(15, 3, 9), kExtension);
  REQUIRE(input);
  CHECK(input->kind == RawKind::kButtonPress);
  CHECK(input->detail == 3);
  CHECK(input->time == 77);
  CHECK(input->source == 9);
  CHECK_FALSE(raw_input(raw_event(17, 0, 9), kExtension));  // a motion
  CHECK_FALSE(raw_input(raw_event(12, 0, 9), kExtension));
  CHECK_FALSE(raw_input(raw_event(15, 3, 9, 130), kExtension));
  CHECK_FALSE(raw_input(Bytes().u8(35).u8(kExtension).answer(), kExtension));
  CHECK_FALSE(raw_input(Answer(), kExtension));
}

TEST_CASE("the devices of XTEST are found by their names, and lengths that lie lead nowhere") {
  const auto device = [](Bytes& bytes, uint16_t id, std::string_view name, uint16_t units) {
    bytes.u16(id).u16(3).u16(2).u16(1).u16(static_cast<uint16_t>(name.size())).u8(1).u8(0).text(name);
    bytes.to((bytes.bytes.size() + 3) & ~size_t{3});
    bytes.u16(0).u16(units).to(bytes.bytes.size() + (units > 1 ? units * 4u - 4 : 0));
  };
  Bytes bytes;
  bytes.u8(1).u8(0).u16(1).u32(0).u16(3).to(32);
  device(bytes, 4, "Virtual core XTEST pointer", 3);
  device(bytes, 7, "Some mouse", 2);
  device(bytes, 5, "Virtual core XTEST keyboard", 2);
  CHECK(xtest_devices(bytes.answer()) == std::set<uint16_t>{4, 5});
  // Every way of cutting it off, and every length as large as it gets.
  for (size_t size = 0; size < bytes.bytes.size(); ++size) {
    const auto cut = std::vector<uint8_t>(bytes.bytes.begin(), bytes.bytes.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK(xtest_devices(Answer(cut)).size() <= 2);
    auto wrong = bytes.bytes;
    wrong[size] = 0xff;
    (void)xtest_devices(Answer(wrong));
  }
}

TEST_CASE("a key is what the layout has for it: groups, levels, the keypad's digits, and Latin letters for shortcuts") {
  constexpr uint32_t kCyrillicEs = 0x6d3, kKeypadHome = 0xff95, kKeypad7 = 0xffb7;
  constexpr uint8_t kShift = 1, kControl = 4, kNumLock = 16, kLevel3 = 128;
  const Keyboard keys =
      keyboard({{'c', 'C', kCyrillicEs, 0x6f3, 0xa9}, {kKeypadHome, kKeypad7}, {0xff7f}, {0xfe03}, {0xffe9}, {0xffe3}},
               5, {0, 0, 13, 12, 10, 0, 0, 11});
  CHECK(keys.keysym(8, 0, 0) == 'c');
  CHECK(keys.keysym(8, 0, kShift) == 'C');
  CHECK(keys.keysym(8, 1, 0) == kCyrillicEs);
  CHECK(keys.keysym(8, 1, kControl) == 'c');
  CHECK(keys.keysym(8, 0, kLevel3) == 0xa9);
  CHECK(keys.keysym(9, 0, 0) == kKeypadHome);
  CHECK(keys.keysym(9, 0, kNumLock) == kKeypad7);
  CHECK(keys.keysym(9, 0, kNumLock | kShift) == kKeypadHome);
  CHECK(keys.modifiers_of(13) == kControl);
  CHECK(keys.modifiers_of(8) == 0);
  CHECK(keys.names(kShift | kControl | 8) == std::vector<std::string>{"Control", "Alt", "Shift"});
  // Beyond the mapping there is nothing.
  CHECK(keys.keysym(7, 0, 0) == 0);
  CHECK(keys.keysym(200, 1, kShift) == 0);
  CHECK(Keyboard(8, Answer(), Answer()).keysym(8, 0, 0) == 0);
}

TEST_CASE("keysyms have the names of the DOM, and whether they write a character") {
  CHECK(screen::key_of_keysym(0xff0d) == "Enter");
  CHECK(screen::key_of_keysym(0xff8d) == "Enter");
  CHECK(screen::key_of_keysym(0xff95) == "Home");
  CHECK(screen::key_of_keysym(0xfe20) == "Tab");
  CHECK(screen::key_of_keysym(0xffc2) == "F5");
  CHECK(screen::key_of_keysym(0x10020ac) == "€");
  CHECK(screen::key_of_keysym(0x100d800) == "");
  for (const uint32_t character : {0x20u, 0x61u, 0xe9u, 0x6d3u, 0x10020acu, 0xffb5u, 0xfe51u, 0xff20u}) {
    CHECK(screen::writes(character));
  }
  for (const uint32_t key : {0xff0du, 0xff1bu, 0xff08u, 0xffbeu, 0xff95u, 0xffe1u, 0u})
    CHECK_FALSE(screen::writes(key));
}

TEST_CASE("input of our own is left out once for each announcement, and an announcement does not wait for long") {
  const auto announcement = [](uint32_t window, RawKind kind, uint32_t detail) {
    return Bytes().u8(33).u8(32).u16(1).u32(window).u32(1).u32(static_cast<uint32_t>(kind)).u32(detail).to(32).answer();
  };
  OwnInput own(42);
  const auto now = Clock::now();
  CHECK(own.heard(announcement(42, RawKind::kButtonPress, 1), now));
  CHECK_FALSE(own.heard(announcement(43, RawKind::kButtonPress, 1), now));
  CHECK_FALSE(own.heard(Answer(), now));
  CHECK_FALSE(own.made({RawKind::kButtonRelease, 1, 0, 4}, now));
  CHECK_FALSE(own.made({RawKind::kButtonPress, 2, 0, 4}, now));
  CHECK(own.made({RawKind::kButtonPress, 1, 0, 4}, now));
  CHECK_FALSE(own.made({RawKind::kButtonPress, 1, 0, 4}, now));
  CHECK(own.heard(announcement(42, RawKind::kKeyPress, 38), now));
  CHECK_FALSE(own.made({RawKind::kKeyPress, 38, 0, 4}, now + Milliseconds(5000)));
}

namespace {

// What is told of, kept.
class Told {
 public:
  UserInputSink sink() {
    return [this](UserInput input) {
      std::lock_guard lock(mutex_);
      all_.push_back(std::move(input));
      came_.notify_all();
    };
  }
  std::vector<UserInput> wait_for(size_t count) {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, std::chrono::seconds(5), [&] { return all_.size() >= count; });
    return all_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<UserInput> all_;
};

std::unique_ptr<XDisplay> connect(const PrivateDisplay& server) {
  REQUIRE_MESSAGE(!server.name().empty(), "Xvfb could not be started; install the package `xvfb`");
  auto display = XDisplay::open(server.name(), "", soon());
  REQUIRE_MESSAGE(display.ok(), (display.ok() ? "" : display.error().message));
  return display.take();
}

std::vector<InputStep> press(const std::string& key) {
  InputStep down{}, up{};
  down.kind = InputStep::Kind::kKeyDown;
  up.kind = InputStep::Kind::kKeyUp;
  down.key = up.key = key;
  return {down, up};
}

std::vector<InputStep> click(double x, double y) {
  InputStep move{}, down{}, up{};
  move.kind = InputStep::Kind::kMove;
  move.x = x;
  move.y = y;
  down.kind = InputStep::Kind::kDown;
  up.kind = InputStep::Kind::kUp;
  return {move, down, up};
}

}  // namespace

TEST_CASE("what another client makes is told, what we make is not, and no written character is") {
  const PrivateDisplay server;
  const auto ours = connect(server), theirs = connect(server);
  Input own(*ours), hand(*theirs);
  const auto board = own.announce_from_now(soon());
  REQUIRE(board.ok());
  Told told;
  auto watching = watch_user_input(connect(server), *board, told.sink(), soon());
  REQUIRE(watching.ok());
  CHECK(own.perform(click(40, 50), {}, soon()).ok());
  CHECK(own.perform(press("a"), {}, soon()).ok());
  CHECK(own.perform(press("Escape"), {}, soon()).ok());
  CHECK(hand.perform(click(70, 80), {}, soon()).ok());
  CHECK(hand.perform(press("x"), {}, soon()).ok());
  CHECK(own.perform(press("Enter"), {}, soon()).ok());
  CHECK(hand.perform(press("Enter"), {}, soon()).ok());
  const auto all = told.wait_for(4);
  REQUIRE(all.size() == 4);
  CHECK(all[0].kind == UserInput::Kind::kButtonDown);
  CHECK(all[0].button == 1);
  CHECK(all[0].x == 70);
  CHECK(all[0].y == 80);
  CHECK(all[1].kind == UserInput::Kind::kButtonUp);
  CHECK(all[2].kind == UserInput::Kind::kKeyDown);
  CHECK(all[2].key.empty());
  CHECK(json::stringify(all[2].to_json()).find('x') == std::string::npos);
  CHECK(all[3].key == "Enter");
  // Its end waits for nothing, and what comes afterwards is told to nobody.
  watching = Error{ErrorCode::kAborted, "", {}};
  CHECK(hand.perform(press("Enter"), {}, soon()).ok());
  CHECK(told.wait_for(4).size() == 4);
}
