#pragma once

#include <optional>
#include <vector>

#include "core/tree/snapshot.h"
#include "platform/linux/read/popovers.h"
#include "platform/linux/read/window_origins.h"

namespace surehand::atspi {

// How what an application says becomes screen coordinates: of GTK 4, whose places are relative to the window, the application's
// windows, or, when the root is inside a window, that window's origin, and the popups that its popovers are drawn in; of LibreOffice, how far the root is displaced; of GTK 3 and Qt,
// the windows as long as it is not known how large its units are.
struct Places {
  std::optional<WindowOrigins> windows;
  std::optional<Popovers> popovers;
  std::optional<Point> origin;
  // Places are within the window that they are in; and what is in a popup is told as if that began at a place which nothing tells.
  bool within_window = false;
  bool popups_are_elsewhere = false;
  ToldPopups told_popups;  // then
  // The application did not answer in time where its part is: no place is better than a wrong one.
  bool unknown = false;
};

// For a tree that begins at the application. Without `bounds` no place is read.
Places places_of_all(Session& session, const ApplicationRecord& application, bool bounds, const Limits& limits);
// For elements that are read alone: where places are within a window they have none, since the window is not read.
Places places_alone(Session& session, const ApplicationRecord& application, bool bounds, const Limits& limits);

}  // namespace surehand::atspi
