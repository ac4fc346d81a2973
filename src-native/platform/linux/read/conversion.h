#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/tree/snapshot.h"
#include "platform/linux/read/places.h"
#include "platform/linux/read/tree_reader.h"

namespace surehand::atspi {

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
