#pragma once

#include <vector>

#include "platform/linux/read/window_pairs.h"
#include "platform/linux/session.h"

// Which windows of the display the windows of an application's tree are.
namespace surehand::atspi {

struct IdentifiedWindows {
  std::vector<screen::ClientWindow> clients;  // the application's own, from the bottom of the stack to its top
  WindowPairs pairs;

  // Nothing where none is known to be it.
  const screen::ClientWindow* of(size_t said) const {
    const size_t client = pairs.said[said].client;
    return client == WindowPairs::kNone ? nullptr : &clients[client];
  }
};

// The windows of the display that are the application's, without its popups. None without a display.
std::vector<screen::ClientWindow> windows_of(Session& session, const ApplicationRecord& application,
                                             const Limits& limits);

// Tells them apart by what identifies them, and keeps what is found out. Windows that nothing tells apart are settled by the focus, when
// one of them has it: the application is asked which it is once it has read the event that gave it the focus.
IdentifiedWindows identify_windows(Session& session, const ApplicationRecord& application, std::vector<SaidWindow> said,
                                   const Limits& limits);

}  // namespace surehand::atspi
