#pragma once

#include <cstdint>
#include <string>

#include "core/result.h"
#include "core/tree/rect.h"

namespace surehand::screen {

// What the window system calls a window.
using WindowId = uint32_t;
inline constexpr WindowId kNoWindow = 0;

struct Insets {
  int32_t left = 0, right = 0, top = 0, bottom = 0;
};

// What a window that no window manager places is for.
enum class PopupKind : uint8_t { kOther, kMenu, kTooltip, kDrag };

// A client's top-level window.
struct ClientWindow {
  WindowId id = kNoWindow;
  int64_t pid =
      0;  // as this machine numbers processes, whatever pid namespace the client is in; 0 where it is not known
  std::string title;
  std::string class_name;      // what the program calls its kind of application: `XTerm`
  std::string machine;         // whose `pid` it is; empty where the client does not say
  Rect content;                // the client's own area on the screen, without what a window manager adds around it
  Insets frame;                // what the window manager adds outside `content`
  Insets shadow;               // what the client itself draws around its visible edge, inside `content` (GTK)
  WindowId owner = kNoWindow;  // the window that it is for (WM_TRANSIENT_FOR)
  bool active = false;
  bool modal = false;
  bool minimized = false;
  bool maximized = false;
  bool viewable = false;
  bool elsewhere = false;              // on another workspace than the one that shows
  bool unmanaged = false;              // no window manager's business: menus, tooltips
  PopupKind kind = PopupKind::kOther;  // told by popups() alone
  // Its client tells places on the screen. A client of Wayland does not know where its window is, and tells places in it.
  bool knows_its_place = true;

  // What a person sees of it: without its shadow.
  Rect visible() const {
    return {content.x + shadow.left, content.y + shadow.top, content.width - shadow.left - shadow.right,
            content.height - shadow.top - shadow.bottom};
  }
};

// By how many pixels a size differs from the window's: that of its content, with its frame or without its
// shadow, as toolkits mean the one or the other.
int32_t misfit(const ClientWindow& window, int32_t width, int32_t height);

// Whether its content is as large as `rect`, in px, but for rounding.
bool has_size_of(const Rect& rect, const ClientWindow& window);

// Whether the window is at `place`: its content, with its frame or without its shadow, as toolkits mean the one or the other.
bool is_at(const ClientWindow& window, const Rect& place);

// STALE: a window that was talked of is not there any more.
Error gone(WindowId window);

}  // namespace surehand::screen
