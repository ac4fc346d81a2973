#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "platform/linux/screen/keysyms.h"
#include "platform/linux/x11/display.h"

// What XInput 2 tells of keys and buttons before any client gets them (https://www.x.org/releases/X11R7.7/doc/inputproto/XI2proto.txt).
namespace surehand::x11 {

enum class RawKind : uint16_t { kKeyPress = 13, kKeyRelease = 14, kButtonPress = 15, kButtonRelease = 16 };

struct RawInput {
  RawKind kind;
  uint8_t detail = 0;   // the key's code, or the button
  uint32_t time = 0;    // ms
  uint16_t source = 0;  // the device that made it
};

// Nothing where the event is another.
std::optional<RawInput> raw_input(const Answer& event, uint8_t extension);

// Raw events come to every client that asks for them, whoever has the focus or a grab, and in their order. Gives the extension's opcode;
// UNSUPPORTED where the server lacks XInput 2.
Result<uint8_t> select_raw_input(Talk& talk, std::initializer_list<RawKind> kinds);

Request every_device(uint8_t extension);
// The devices that the XTEST extension makes input with, in the answer to every_device().
std::set<uint16_t> xtest_devices(const Answer& devices);

// The keys of a display as they are mapped at present.
class Keyboard {
 public:
  Keyboard() = default;
  Keyboard(Keycode first, const Answer& mapping, const Answer& modifiers);

  // The bits of ShiftMask, ControlMask and so on that a key stands for; 0 for a key that is no modifier.
  uint8_t modifiers_of(Keycode code) const;
  // What a key means in a group of the layout with these modifiers.
  screen::Keysym keysym(Keycode code, size_t group, uint8_t modifiers) const;
  // Control, Alt, Shift, Meta, in this order.
  std::vector<std::string> names(uint8_t modifiers) const;

 private:
  screen::Keysym at(Keycode code, size_t column) const;
  uint8_t mask_of(std::initializer_list<screen::Keysym> keysyms) const;

  Keycode first_ = 0;
  size_t columns_ = 0;
  std::vector<screen::Keysym> keysyms_;
  std::vector<std::vector<Keycode>> modifiers_;  // of each of the eight bits
  uint8_t alt_ = 0, meta_ = 0, num_lock_ = 0, level3_ = 0;
};

}  // namespace surehand::x11
