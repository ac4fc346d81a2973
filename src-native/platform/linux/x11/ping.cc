#include "platform/linux/x11/ping.h"

#include <algorithm>
#include <utility>

#include "platform/linux/x11/properties.h"

namespace surehand::x11 {

Result<bool> answers_ping(Talk& talk, Window window) {
  const Display& display = talk.display();
  SUREHAND_TRY(property, talk.call(get_property(window, display.atom(Name::kProtocols), 64)));
  const auto spoken = numbers(*property);
  return std::find(spoken.begin(), spoken.end(), display.atom(Name::kWindowPing)) != spoken.end();
}

Result<bool> ping(Talk& talk, Window window, Milliseconds patience) {
  const Display& display = talk.display();
  // Where the answer goes by the specification, and where Qt sends it.
  constexpr uint32_t kSubstructureNotify = 1u << 19, kStructureNotify = 1u << 17;
  const auto listen = [&](uint32_t events) {
    constexpr uint32_t kEventMask = 0x800;
    talk.send(Request(Opcode::kChangeWindowAttributes).u32(display.root()).u32(kEventMask).u32(events));
  };
  static constexpr uint32_t kStamp = 0x73757265;
  talk.keep_events(true);
  listen(kSubstructureNotify | kStructureNotify);
  Request request(Opcode::kSendEvent);
  request.u32(window).u32(0).u8(static_cast<uint8_t>(EventType::kClientMessage)).u8(32).u16(0);
  request.u32(window).u32(display.atom(Name::kProtocols));
  request.u32(display.atom(Name::kWindowPing)).u32(kStamp).u32(window).zeros(8);
  talk.send(std::move(request));
  const Limits limits = talk.limits().capped(patience);
  Result<bool> answered = false;
  while (answered && !*answered) {
    auto event = talk.next_event(limits);
    if (!event) {
      answered = event.take_error();
    } else {
      answered = event->event_type() == EventType::kClientMessage && event->u32(8) == display.atom(Name::kProtocols) &&
                 event->u32(12) == display.atom(Name::kWindowPing) && event->u32(16) == kStamp;
    }
  }
  listen(0);
  talk.keep_events(false);
  if (!answered && answered.error().code == ErrorCode::kTimeout && !talk.limits().expired()) return false;
  return answered;
}

}  // namespace surehand::x11
