#include "platform/linux/read/cache_items.h"
#include "platform/linux/read/placement.h"
#include "platform/linux/read/read.h"

namespace surehand::atspi {

// The cache leaves out what was not asked for yet (the pages of a stack, new widgets), claiming a
// grandparent for what is below; so a node's children are believed to be as listed only once
// GetChildAtIndex has said the same.
bool read_gtk4(TreeReader& reader) {
  bool has_items = false;
  ask_items(reader, has_items);
  reader.tree.nodes[0].awaited = 1;
  if (!reader.settle()) return true;
  reader.tree.nodes[0].awaited = 0;
  if (!has_items) return false;

  Walk walk(reader);
  Placement placement(reader, walk, [&reader](NodeId id) {
    // Extents also tell what shows: a widget on a hidden page is `visible`, but has no size.
    if (reader.reads_places() && reader.tree.nodes[id].has(Interface::kComponent)) reader.ask(id, Field::kExtents);
    if (reader.options().attributes) reader.ask(id, Field::kAttributes);
  });
  placement.believe_only_confirmed();
  placement.place();
  if (walk.settle()) {
    placement.confirm();
    reader.ask_contents();
  }
  reader.settle();
  return true;
}

}  // namespace surehand::atspi
