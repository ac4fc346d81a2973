#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/limits.h"
#include "core/tree/snapshot.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/identify_windows.h"
#include "platform/linux/read/point.h"
#include "platform/linux/read/popovers.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Where the windows of one application are, and how much larger they are than it says. GTK 4 gives places relative to its window; without
// an X display that place is not known, and then its elements have no bounds. GTK and Qt count in units of their own, of which each is
// two pixels or more on a display of high density (GDK_SCALE, QT_SCALE_FACTOR, or what the desktop's settings say): what they mean is
// seen from how large their windows are.
class WindowOrigins {
 public:
  WindowOrigins(Session& session, const ApplicationRecord& application, const Limits& limits)
      : session_(session), application_(application), limits_(limits) {}

  // A top-level window as the application says it, in its own units.
  struct Frame {
    std::string identity;
    std::string title;
    Rect bounds;
    uint64_t states = 0;
    std::vector<Rect> parts;  // of which one may be all but the shadow that GTK 3 and Chromium draw around it
  };

  // The screen position of what the application calls (0, 0) in one of `frames`; nothing where it is not known which window of the
  // display that is.
  std::optional<Point> origin(const std::vector<Frame>& frames, size_t which, double scale);

  // What the window system calls the window of that size (any, where it was not read) which its toolkit gives no name, and none of `known`
  // is; empty when that cannot be told.
  std::string title(const Rect& frame, double scale, const std::vector<std::string_view>& known);

  // px of a unit. Nothing when no window of that title is so many times as large.
  std::optional<double> scale(std::string_view title, const Rect& frame);

 private:
  Session& session_;
  const ApplicationRecord& application_;
  Limits limits_;
  std::optional<IdentifiedWindows> identified_;
  std::optional<std::vector<screen::ClientWindow>> windows_;
};

// Whether the application tells places within its windows: of its toolkit, or since Wayland tells no client where its windows are.
bool places_are_within_window(Session& session, const ApplicationRecord& application, const Limits& limits);

// Where the displays are; none where that is not known.
std::vector<Rect> display_bounds(Session& session, const Limits& limits);

// The smallest rectangle that has both; those that are empty have no part in it.
Rect including(const Rect& a, const Rect& b);

// The origin of the window, or of the popover in it, that `object` is in. Nothing when that cannot be found out.
std::optional<Point> origin_of(Session& session, const ApplicationRecord& application, const Object& object,
                               Popovers& popovers, const Limits& limits);

}  // namespace surehand::atspi
