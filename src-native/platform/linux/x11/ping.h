#pragma once

#include "platform/linux/x11/display.h"

// _NET_WM_PING: a client answers it in the order of its events, so the answer proves that it has read all that came before.
namespace surehand::x11 {

// Whether the client says that this window answers pings.
Result<bool> answers_ping(Talk& talk, Window window);

// Pings a window that does. False when no answer came within `patience`.
Result<bool> ping(Talk& talk, Window window, Milliseconds patience);

}  // namespace surehand::x11
