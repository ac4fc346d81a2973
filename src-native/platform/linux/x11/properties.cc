#include "platform/linux/x11/properties.h"

#include <algorithm>

namespace surehand::x11 {

Window make_unseen_window(Talk& talk, uint32_t events) {
  constexpr uint16_t kInputOnly = 2;
  constexpr uint32_t kEventMask = 1u << 11;
  const Window window = talk.display().new_id();
  talk.send(Request(Opcode::kCreateWindow)
                .u32(window)
                .u32(talk.display().root())
                .i16(-1)
                .i16(-1)
                .u16(1)
                .u16(1)
                .u16(0)
                .u16(kInputOnly)
                .u32(0)
                .u32(kEventMask)
                .u32(events));
  return window;
}

Request get_property(Window window, Atom property, uint32_t most_units) {
  constexpr Atom kAnyType = 0;
  return Request(Opcode::kGetProperty).u32(window).u32(property).u32(kAnyType).u32(0).u32(most_units);
}

std::vector<uint32_t> numbers(const Answer& answer) {
  std::vector<uint32_t> result;
  if (answer.is_error() || answer.u8(1) != 32) return result;
  const size_t count = std::min<size_t>(answer.u32(16), answer.data_size() / 4);
  for (size_t i = 0; i < count; ++i) result.push_back(answer.u32(Answer::kFixed + i * 4));
  return result;
}

std::string text(const Answer& answer) {
  if (answer.is_error() || answer.u8(1) != 8) return {};
  const size_t count = std::min<size_t>(answer.u32(16), answer.data_size());
  return {reinterpret_cast<const char*>(answer.data()), count};
}

Request client_message(Window destination, uint32_t event_mask, Window window, Atom type,
                       std::initializer_list<uint32_t> data) {
  Request request(Opcode::kSendEvent);
  request.u32(destination).u32(event_mask);
  request.u8(static_cast<uint8_t>(EventType::kClientMessage)).u8(32).u16(0).u32(window).u32(type);
  for (const uint32_t each : data) request.u32(each);
  request.zeros((5 - data.size()) * 4);
  return request;
}

std::string utf8_of_latin1(const std::string& latin1) {
  std::string result;
  for (const char c : latin1) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x80) {
      result += c;
    } else {
      result += static_cast<char>(0xc0 | byte >> 6);
      result += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return result;
}

// Whether the window manager that runs claims to do `what`.
Result<bool> manager_supports(Talk& talk, Name what) {
  SUREHAND_TRY(property, talk.call(get_property(talk.display().root(), talk.display().atom(Name::kSupported))));
  const auto supported = numbers(*property);
  return std::find(supported.begin(), supported.end(), talk.display().atom(what)) != supported.end();
}

}  // namespace surehand::x11
