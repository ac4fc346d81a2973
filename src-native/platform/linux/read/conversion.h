#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/tree/snapshot.h"
#include "platform/linux/read/popovers.h"
#include "platform/linux/read/tree_reader.h"
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
  std::vector<Rect> displays;  // then
  // The application did not answer in time where its part is: no place is better than a wrong one.
  bool unknown = false;
};

// Whether the window system has a title for it, where it is at the top of an application.
bool is_titled(uint32_t role_number);

struct Converted {
  SnapshotPtr snapshot;
  std::vector<NodeId> nodes;  // what each node of the snapshot was read as
};

// Makes the Snapshot from what was read: AT-SPI's words become ours.
Converted convert(TreeReader& reader, Places places, const std::shared_ptr<RefBook>& refs, double captured_at,
                  double duration);

}  // namespace surehand::atspi
