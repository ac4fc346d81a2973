#include "platform/linux/x11/raw_input.h"

#include <algorithm>
#include <string_view>

namespace surehand::x11 {
namespace {

constexpr uint8_t kShift = 1, kControl = 4;

bool is_keypad(screen::Keysym keysym) { return keysym >= 0xff80 && keysym <= 0xffbd; }

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

std::optional<RawInput> raw_input(const Answer& event, uint8_t extension) {
  if (event.size() < Answer::kFixed || event.event_type() != EventType::kGeneric || event.u8(1) != extension) return {};
  const uint16_t type = event.u16(8);
  if (type < static_cast<uint16_t>(RawKind::kKeyPress) || type > static_cast<uint16_t>(RawKind::kButtonRelease))
    return {};
  return RawInput{static_cast<RawKind>(type), static_cast<uint8_t>(event.u32(16)), event.u32(12), event.u16(20)};
}

Result<uint8_t> select_raw_input(Talk& talk, std::initializer_list<RawKind> kinds) {
  constexpr std::string_view kName = "XInputExtension";
  constexpr uint8_t kQueryVersion = 47, kSelectEvents = 46;
  constexpr uint16_t kAllMasterDevices = 1;
  const auto lacking = [] {
    return Error{ErrorCode::kUnsupported, "the X server lacks XInput 2, which tells of keys", {}};
  };
  SUREHAND_TRY(extension, talk.call(Request(Opcode::kQueryExtension).u16(kName.size()).u16(0).text(kName)));
  if (extension->is_error() || extension->u8(8) == 0) return lacking();
  const uint8_t opcode = extension->u8(9);
  SUREHAND_TRY(version, talk.call(Request(opcode, kQueryVersion).u16(2).u16(2)));
  if (version->is_error() || version->u16(8) < 2) return lacking();
  uint32_t mask = 0;
  for (const RawKind kind : kinds) mask |= 1u << static_cast<uint16_t>(kind);
  talk.send(
      Request(opcode, kSelectEvents).u32(talk.display().root()).u16(1).u16(0).u16(kAllMasterDevices).u16(1).u32(mask));
  SUREHAND_TRY(error, talk.sync());
  if (*error != 0) return lacking();
  return opcode;
}

Request every_device(uint8_t extension) {
  constexpr uint8_t kQueryDevice = 48;
  constexpr uint16_t kAllDevices = 0;
  Request request(extension, kQueryDevice);
  request.u16(kAllDevices).u16(0);
  return request;
}

std::set<uint16_t> xtest_devices(const Answer& devices) {
  std::set<uint16_t> found;
  size_t at = Answer::kFixed;
  constexpr size_t kHead = 12;
  for (size_t left = devices.is_error() ? 0 : devices.u16(8); left > 0 && at + kHead <= devices.size(); --left) {
    const uint16_t device = devices.u16(at);
    const size_t classes = devices.u16(at + 6), length = devices.u16(at + 8);
    at += kHead;
    if (at + length > devices.size()) break;
    const std::string_view name(reinterpret_cast<const char*>(devices.data()) + (at - Answer::kFixed), length);
    if (ends_with(name, "XTEST pointer") || ends_with(name, "XTEST keyboard")) found.insert(device);
    at += (length + 3) & ~size_t{3};
    for (size_t i = 0; i < classes && at + 4 <= devices.size(); ++i) {
      // In units of four bytes.
      at += std::max<size_t>(devices.u16(at + 2), 1) * 4;
    }
  }
  return found;
}

Keyboard::Keyboard(Keycode first, const Answer& mapping, const Answer& modifiers) : first_(first) {
  if (!mapping.is_error()) {
    columns_ = mapping.u8(1);
    for (size_t i = 0; i < mapping.data_size() / 4; ++i) keysyms_.push_back(mapping.u32(Answer::kFixed + i * 4));
  }
  const size_t each = modifiers.is_error() ? 0 : modifiers.u8(1);
  for (size_t bit = 0; bit < 8; ++bit) {
    modifiers_.emplace_back();
    for (size_t i = 0; i < each; ++i) {
      if (const Keycode code = modifiers.u8(Answer::kFixed + bit * each + i)) modifiers_.back().push_back(code);
    }
  }
  alt_ = mask_of({0xffe9, 0xffea});
  meta_ = mask_of({0xffeb, 0xffec});
  num_lock_ = mask_of({0xff7f});
  level3_ = mask_of({0xfe03});
}

uint8_t Keyboard::modifiers_of(Keycode code) const {
  uint8_t bits = 0;
  for (size_t bit = 0; bit < modifiers_.size(); ++bit) {
    const auto& codes = modifiers_[bit];
    if (std::find(codes.begin(), codes.end(), code) != codes.end()) bits |= static_cast<uint8_t>(1u << bit);
  }
  return bits;
}

uint8_t Keyboard::mask_of(std::initializer_list<screen::Keysym> keysyms) const {
  uint8_t bits = 0;
  for (size_t bit = 3; bit < modifiers_.size(); ++bit) {
    for (const Keycode code : modifiers_[bit]) {
      const auto is_it = [&](screen::Keysym keysym) { return at(code, 0) == keysym; };
      if (std::any_of(keysyms.begin(), keysyms.end(), is_it)) bits |= static_cast<uint8_t>(1u << bit);
    }
  }
  return bits;
}

screen::Keysym Keyboard::at(Keycode code, size_t column) const {
  if (code < first_ || column >= columns_) return screen::kNoSymbol;
  const size_t index = static_cast<size_t>(code - first_) * columns_ + column;
  return index < keysyms_.size() ? keysyms_[index] : screen::kNoSymbol;
}

screen::Keysym Keyboard::keysym(Keycode code, size_t group, uint8_t modifiers) const {
  // The core mapping has two levels of the first group, two of the second, and then the third levels
  // (https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html, "Key Symbol Map to Core Keysyms").
  size_t first = group == 1 && at(code, 2) != screen::kNoSymbol ? 2 : 0;
  if ((modifiers & level3_) != 0 && at(code, 4) != screen::kNoSymbol) first = 4;
  bool second = (modifiers & kShift) != 0;
  const screen::Keysym shifted = at(code, first + 1);
  if (is_keypad(at(code, first)) || is_keypad(shifted)) second = second != ((modifiers & num_lock_) != 0);
  const screen::Keysym keysym = second && shifted != screen::kNoSymbol ? shifted : at(code, first);
  // On a layout without Latin letters, toolkits take shortcuts by the first group.
  const bool is_shortcut = (modifiers & (kControl | alt_ | meta_)) != 0;
  if (first == 2 && is_shortcut && keysym > 0xff && keysym < 0xfd00) return this->keysym(code, 0, modifiers);
  return keysym;
}

std::vector<std::string> Keyboard::names(uint8_t modifiers) const {
  std::vector<std::string> held;
  if (modifiers & kControl) held.emplace_back("Control");
  if (modifiers & alt_) held.emplace_back("Alt");
  if (modifiers & kShift) held.emplace_back("Shift");
  if (modifiers & meta_) held.emplace_back("Meta");
  return held;
}

}  // namespace surehand::x11
