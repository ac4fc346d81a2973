#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/limits.h"
#include "core/tree/snapshot.h"
#include "platform/linux/x11/display.h"

namespace surehand::x11 {

struct Insets {
  int32_t left = 0, right = 0, top = 0, bottom = 0;
};

// What a window that no window manager places is for.
enum class PopupKind : uint8_t { kOther, kMenu, kTooltip, kDrag };

// A client's top-level window.
struct ClientWindow {
  Window id = kNone;
  int64_t pid =
      0;  // as this machine numbers processes, whatever pid namespace the client is in; 0 where it is not known
  std::string title;
  std::string class_name;  // what the program calls its kind of application: `XTerm`
  std::string machine;     // whose `pid` it is; empty where the client does not say
  Rect content;            // the client's own area on the screen, without what a window manager adds around it
  Insets frame;            // what the window manager adds outside `content`
  Insets shadow;           // what the client itself draws around its visible edge, inside `content` (GTK)
  Window owner = kNone;    // the window that it is for (WM_TRANSIENT_FOR)
  bool active = false;
  bool modal = false;
  bool minimized = false;
  bool maximized = false;
  bool viewable = false;
  bool elsewhere = false;              // on another workspace than the one that shows
  bool unmanaged = false;              // no window manager's business: menus, tooltips
  PopupKind kind = PopupKind::kOther;  // told by popups() alone

  // What a person sees of it: without its shadow.
  Rect visible() const {
    return {content.x + shadow.left, content.y + shadow.top, content.width - shadow.left - shadow.right,
            content.height - shadow.top - shadow.bottom};
  }
};

// The clients' windows from the bottom of the stack to its top. Without a window manager these are the root's
// children, menus and tooltips too.
Result<std::vector<ClientWindow>> windows(Display& display, const Limits& limits);

// The popups of a process that show, from the bottom of the stack to its top: what no window manager places (menus, the lists of
// combo boxes, popovers, tooltips). They say of what kind they are.
Result<std::vector<ClientWindow>> popups(Display& display, int64_t pid, const Limits& limits);

// By how many pixels a size differs from the window's: that of its content, with its frame or without its
// shadow, as toolkits mean the one or the other.
int32_t misfit(const ClientWindow& window, int32_t width, int32_t height);

// Whether the window is at `place`: its content, with its frame or without its shadow, as toolkits mean the one or the other.
bool is_at(const ClientWindow& window, const Rect& place);

// The client window that would receive a click at a point; nothing over the bare root.
Result<std::optional<ClientWindow>> window_at(Display& display, int32_t x, int32_t y, const Limits& limits);

// Brings a window to the front and gives it the keyboard, through the window manager where there is one. Shows its workspace first.
// Returns once the server says that it is the active one (or has the focus); TIMEOUT otherwise.
Status activate(Display& display, Window window, const Limits& limits);

// STALE: a window that was talked of is not there any more.
Error gone(Window window);

// Asks the client to close its window, as the close button of its frame would. Does not wait for it.
Status close(Display& display, Window window, const Limits& limits);

}  // namespace surehand::x11
