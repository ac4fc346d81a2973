#include "platform/linux/x11/own_input.h"

#include <algorithm>

#include "platform/linux/x11/properties.h"

namespace surehand::x11 {
namespace {

constexpr uint32_t kAnnounced = 1u << 22;  // PropertyChange: our own client gets none of this window
constexpr Milliseconds kComesWithin(2000);
constexpr size_t kMostAwaited = 4096;

}  // namespace

Window make_board(Talk& talk) { return make_unseen_window(talk, 0); }

void announce(Talk& talk, Window board, RawKind kind, uint8_t detail) {
  const Atom type = talk.display().atom(Name::kTransfer);
  talk.send(client_message(board, kAnnounced, board, type, {static_cast<uint32_t>(kind), detail}));
}

void select_announced(Talk& talk, Window board) {
  constexpr uint32_t kEventMask = 1u << 11;
  talk.send(Request(Opcode::kChangeWindowAttributes).u32(board).u32(kEventMask).u32(kAnnounced));
}

bool OwnInput::heard(const Answer& event, Clock::time_point now) {
  if (event.event_type() != EventType::kClientMessage || event.u32(4) != board_) return false;
  if (awaited_.size() == kMostAwaited) awaited_.pop_front();
  awaited_.push_back({static_cast<RawKind>(event.u32(12)), static_cast<uint8_t>(event.u32(16)), now + kComesWithin});
  return true;
}

bool OwnInput::made(const RawInput& input, Clock::time_point now) {
  while (!awaited_.empty() && awaited_.front().until < now) awaited_.pop_front();
  const auto found = std::find_if(awaited_.begin(), awaited_.end(), [&](const Announced& each) {
    return each.kind == input.kind && each.detail == input.detail;
  });
  if (found == awaited_.end()) return false;
  awaited_.erase(found);
  return true;
}

}  // namespace surehand::x11
