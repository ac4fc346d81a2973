#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

// The part of the X11 protocol that driving a desktop needs, as bytes (X Window System Protocol, version 11).
namespace surehand::x11 {

using Window = uint32_t;
using Atom = uint32_t;
using Keysym = uint32_t;
using Keycode = uint8_t;

inline constexpr Window kNone = 0;

enum class Opcode : uint8_t {
  kCreateWindow = 1,
  kChangeWindowAttributes = 2,
  kGetWindowAttributes = 3,
  kMapWindow = 8,
  kConfigureWindow = 12,
  kGetGeometry = 14,
  kQueryTree = 15,
  kInternAtom = 16,
  kGetAtomName = 17,
  kChangeProperty = 18,
  kDeleteProperty = 19,
  kGetProperty = 20,
  kSetSelectionOwner = 22,
  kGetSelectionOwner = 23,
  kConvertSelection = 24,
  kSendEvent = 25,
  kGrabServer = 36,
  kUngrabServer = 37,
  kQueryPointer = 38,
  kTranslateCoordinates = 40,
  kSetInputFocus = 42,
  kGetInputFocus = 43,
  kQueryKeymap = 44,
  kFreePixmap = 54,
  kGetImage = 73,
  kQueryExtension = 98,
  kChangeKeyboardMapping = 100,
  kGetKeyboardMapping = 101,
  kGetModifierMapping = 119,
};

enum class EventType : uint8_t {
  kPropertyNotify = 28,
  kSelectionClear = 29,
  kSelectionRequest = 30,
  kSelectionNotify = 31,
  kClientMessage = 33,
  kMappingNotify = 34,
  kGeneric = 35,
};

// One request; its length is filled in when the bytes are taken.
class Request {
 public:
  explicit Request(Opcode opcode, uint8_t data = 0) : Request(static_cast<uint8_t>(opcode), data) {}
  // A request of an extension: its major opcode and the minor one.
  explicit Request(uint8_t opcode, uint8_t data) : bytes_{opcode, data, 0, 0} {}

  Request& u8(uint8_t value) {
    bytes_.push_back(value);
    return *this;
  }
  Request& u16(uint16_t value) { return put(&value, sizeof value); }
  Request& i16(int16_t value) { return put(&value, sizeof value); }
  Request& u32(uint32_t value) { return put(&value, sizeof value); }
  Request& zeros(size_t count) {
    bytes_.resize(bytes_.size() + count);
    return *this;
  }
  Request& text(std::string_view value) {  // padded to four bytes
    put(value.data(), value.size());
    return zeros((4 - value.size() % 4) % 4);
  }

  const std::vector<uint8_t>& bytes() {
    const auto units = static_cast<uint16_t>(bytes_.size() / 4);
    std::memcpy(bytes_.data() + 2, &units, sizeof units);
    return bytes_;
  }

 private:
  Request& put(const void* value, size_t size) {
    const auto* first = static_cast<const uint8_t*>(value);
    bytes_.insert(bytes_.end(), first, first + size);
    return *this;
  }

  std::vector<uint8_t> bytes_;
};

// A reply, an error or an event. Reading beyond its end gives 0.
class Answer {
 public:
  Answer() = default;
  explicit Answer(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {}

  bool is_error() const { return u8(0) == 0; }
  uint8_t error_code() const { return is_error() ? u8(1) : 0; }
  EventType event_type() const { return static_cast<EventType>(u8(0) & 0x7f); }

  uint8_t u8(size_t at) const { return number<uint8_t>(at); }
  uint16_t u16(size_t at) const { return number<uint16_t>(at); }
  int16_t i16(size_t at) const { return number<int16_t>(at); }
  uint32_t u32(size_t at) const { return number<uint32_t>(at); }
  size_t size() const { return bytes_.size(); }
  // What follows the fixed 32 bytes.
  const uint8_t* data() const { return bytes_.data() + kFixed; }
  size_t data_size() const { return bytes_.size() < kFixed ? 0 : bytes_.size() - kFixed; }

  static constexpr size_t kFixed = 32;

 private:
  template <class T>
  T number(size_t at) const {
    T value = 0;
    if (at + sizeof(T) <= bytes_.size()) std::memcpy(&value, bytes_.data() + at, sizeof(T));
    return value;
  }

  std::vector<uint8_t> bytes_;
};

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "Request and Answer copy numbers as this machine has them");

}  // namespace surehand::x11
