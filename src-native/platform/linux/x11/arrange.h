#pragma once

#include "core/tree/snapshot.h"
#include "platform/linux/x11/windows.h"

// What a window manager is asked to do with a window. It may do otherwise, and nothing here waits for it. STALE when the window is
// gone, UNSUPPORTED where no window manager runs that can. What they give is the name of what was asked.
namespace surehand::x11 {

Result<std::string> minimize(Display& display, Window window, const Limits& limits);
Result<std::string> maximize(Display& display, Window window, bool maximized, const Limits& limits);
// Shows one that was minimized.
Result<std::string> show(Display& display, Window window, const Limits& limits);
// Without a window manager, done as it is said. Of `place`, what differs from `content`, the client's own area now, is asked for.
Result<std::string> place(Display& display, Window window, const Rect& content, const Rect& place,
                          const Limits& limits);

}  // namespace surehand::x11
