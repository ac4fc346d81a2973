#pragma once

#include <deque>
#include <optional>

#include "platform/linux/x11/raw_input.h"

// Input of our own, told from a person's: it is announced, right before it is made, in the order in which the server tells of all. The device
// alone does not say it: a person at the far end of a VNC server comes through XTEST as well. Nor does what lies between two marks: while a
// window manager looks at a press, what follows it waits in the server.
namespace surehand::x11 {

// The window that announcements are sent to, which lives as long as the display.
Window make_board(Talk& talk);
// One press or release of a key or a button.
void announce(Talk& talk, Window board, RawKind kind, uint8_t detail);

// On another connection: asks for the announcements.
void select_announced(Talk& talk, Window board);

// What was announced and has not come yet.
class OwnInput {
 public:
  explicit OwnInput(Window board) : board_(board) {}

  // Whether the event is an announcement, which is kept.
  bool heard(const Answer& event, Clock::time_point now);
  // Whether this was announced. Only one event comes of an announcement, within seconds: the server drops the press of what is down.
  bool made(const RawInput& input, Clock::time_point now);

 private:
  struct Announced {
    RawKind kind;
    uint8_t detail;
    Clock::time_point until;
  };
  Window board_;
  std::deque<Announced> awaited_;
};

}  // namespace surehand::x11
