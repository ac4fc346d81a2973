#include "platform/linux/read/cache_items.h"
#include "platform/linux/read/placement.h"
#include "platform/linux/read/read.h"

namespace surehand::atspi {

bool read_showing(TreeReader& reader) {
  if (!has_cache(reader)) return false;
  bool has_items = false;
  ask_items(reader, has_items);
  reader.tree.nodes[0].awaited = 1;
  if (!reader.settle()) return true;
  reader.tree.nodes[0].awaited = 0;
  if (!has_items || !reader.tree.nodes[0].known) return false;

  Walk walk(reader);
  Placement placement(reader, walk, [&reader](NodeId id) {
    if (reader.options().bounds && reader.tree.nodes[id].has(Interface::kComponent)) {
      reader.ask(id, Field::kExtents);
    }
    if (reader.options().attributes) {
      reader.ask(id, Field::kAttributes);
      if (reader.has_ids()) reader.ask(id, Field::kId);
    }
  });
  placement.place();
  if (walk.settle()) reader.ask_contents();
  reader.settle();
  return true;
}

}  // namespace surehand::atspi
