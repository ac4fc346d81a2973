#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/limits.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/x11/display.h"

namespace surehand::x11 {

using screen::ClientWindow;
using screen::gone;
using screen::Insets;
using screen::PopupKind;

// The clients' windows from the bottom of the stack to its top. Without a window manager these are the root's
// children, menus and tooltips too.
Result<std::vector<ClientWindow>> windows(Display& display, const Limits& limits);

// The popups of a process that show, from the bottom of the stack to its top: what no window manager places (menus, the lists of
// combo boxes, popovers, tooltips). They say of what kind they are.
Result<std::vector<ClientWindow>> popups(Display& display, int64_t pid, const Limits& limits);

// The client window that would receive a click at a point; nothing over the bare root.
Result<std::optional<ClientWindow>> window_at(Display& display, int32_t x, int32_t y, const Limits& limits);

// Asks which process holds the connection that a window came over, and reads the answer; 0 where the server does not know one of this
// machine. Not with Display::resource() 0.
Request ask_holder(const Display& display, Window window);
int64_t holder_in(const Answer& answer);

// Brings a window to the front and gives it the keyboard, through the window manager where there is one. Shows its workspace first.
// Returns once the server says that it is the active one (or has the focus); TIMEOUT otherwise.
Status activate(Display& display, Window window, const Limits& limits);

// Asks the client to close its window, as the close button of its frame would. Does not wait for it.
Status close(Display& display, Window window, const Limits& limits);

}  // namespace surehand::x11
