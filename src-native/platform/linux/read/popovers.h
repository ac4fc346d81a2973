#pragma once

#include <optional>
#include <vector>

#include "core/run/limits.h"
#include "platform/linux/read/point.h"
#include "platform/linux/read/tree.h"
#include "platform/linux/screen/window.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// GTK 4 draws a popover (and a menu, the list of a drop-down, what completes an entry) in a surface of its own, which X11 has as a popup.
// Its places are told as if that surface began where the widget does that the popover belongs to: what they mean on the screen, only the
// popup's own place says.
class Popovers {
 public:
  Popovers(Session& session, const ApplicationRecord& application, const Limits& limits);

  bool any() const { return !popups_.empty(); }

  // The screen position of what the application calls (0, 0) inside of `node`; `around` is the same of `owner`, which it is in. They
  // differ where `node` is a popover. Nothing when it is one, and it does not show or cannot be told to be one of the popups: no place is
  // better than that in the window.
  std::optional<Point> origin_in(const Tree& tree, const Node& node, const Node& owner, std::optional<Point> around,
                                 double scale, bool shown);

 private:
  std::optional<Point> claim(const Node& node, const Node& owner, std::optional<Point> around, double scale,
                             int32_t margins);

  struct Popup {
    Rect content;
    bool taken = false;
  };
  std::vector<Popup> popups_;
};

// What GTK 4.8 calls the widget in each popover that holds what is in it.
inline constexpr std::string_view kPopoverContent = "GtkPopoverContent";

// What is known of popups on a window system that tells of none.
struct ToldPopups {
  std::vector<Rect> displays;
  // Of the application. Qt makes a window of a popup that no click opened, and the compositor places it (sway in the middle of the screen).
  std::vector<screen::ClientWindow> windows;
};

// Whether a popup, which is in `parent`, is there for so short a time that the compositor may not have its window yet. `shown`: whether the
// application says that it is there. What is in a menu is where that is.
bool may_be_unplaced(const ApplicationRecord& application, std::string_view path, const Node& parent, bool shown);

// The screen position of what a popup calls (0, 0), where that is known; `around` is the same of what it is in, and goes for one that has
// no window, unless it may still get one.
std::optional<Point> origin_of_told(const Node& popup, Point around, double scale, const ToolkitTraits& traits,
                                    const ToldPopups& told, bool may_be_unplaced = false);

// Whether a node is where a menu, a list that drops down or a tooltip begins, which has a surface of its own.
bool is_in_popup(const Tree& tree, const Node& node, const Node& parent);

// Whether a node is a popover, by what is in it. GTK 4.10 and later do not tell; there the place and the size have to fit a popup exactly.
bool is_popover(const Tree& tree, const Node& node);

}  // namespace surehand::atspi
