#pragma once

#include "platform/linux/read/tree_reader.h"

// The ways to read a tree, one file each. All of them fill `reader.tree` below its root, node 0, which is
// there already; what could not be read is marked there as cut.
namespace surehand::atspi {

// Call by call, many in flight: Qt, unknown toolkits, single elements, and whatever the caches leave out.
void read_walk(TreeReader& reader);

// Two calls for the whole tree: Cache.GetItems and Collection.GetTree. False when the application refused
// them, with nothing read.
bool read_cached(TreeReader& reader);

// What is below containers that manage their descendants (lists, tables, trees), of which no cache knows:
// their children counts must be known. Part of read_cached. False when reading had to stop.
bool read_rows(TreeReader& reader, std::vector<NodeId> containers);

// The cells of sheets that have too many for a list: those that show, and those that were asked for by name. Part of
// read_rows. False as there.
bool read_cells(TreeReader& reader, const std::vector<NodeId>& sheets);

// Cache.GetItems alone, and then what else is wanted of the nodes that show. For only_visible. False as
// above.
bool read_showing(TreeReader& reader);

// Cache.GetItems, and the extents of each node. False as above.
bool read_gtk4(TreeReader& reader);

// Browsers: puts the texts of paragraphs and other objects where U+FFFC stands for them in the value of an editor.
void read_embedded(TreeReader& reader);

// Whether the application changed while its tree was read in many calls, so that parts of it are older than others: asks some of it again.
bool is_torn(TreeReader& reader);

// GTK 4 alone: a page that was left, or what a closed revealer holds, is visible and keeps the place that it had, but is not drawn
// (not mapped). No state says so; it is asked whether anything of it is found where it is. Marks the nodes of which that is so.
void look_for_unmapped(TreeReader& reader);
// Parts of it, of one node. Asks at its middle whether it is mapped, if it can be otherwise. It is marked until an answer says that
// something is there. `has_siblings`: its parent holds others, too, or may. Nothing that is in something disabled is to be asked.
bool ask_mapped(TreeReader& reader, const Object& object, Node& node, const Node& parent, bool has_siblings);
// Asks one that is marked at two of its corners.
void ask_corners(TreeReader& reader, const Object& object, Node& marked);
// Asks another node inside of one that is marked, at its own middle.
void ask_mapped_at(TreeReader& reader, const Object& object, const Node& inside, Node& marked);

// GTK 4 alone: the rows of a list view that are out of view have no size, as has what a filter of a list box hides, or go on to say where
// they were. Marks the rows of list views, which are told by what can be done with their list; who is at the place of one is asked.
void look_for_scrolled_out(TreeReader& reader);
// The same of one row, by its list.
void ask_scrolled_out(TreeReader& reader, const ObjectName& list, const ObjectName& name, Node& row,
                      const Node& around);

// Qt alone: takes from the current items of lists that they are focused, where something else has the keyboard. `is_whole`: the states
// of all that is in the application were read; otherwise the windows of such items are asked.
void look_for_keyboard(TreeReader& reader, bool is_whole);

// Looks what the nodes are in: of elements that are read alone, where their own states do not tell whether they show, are scrolled
// out or on a page that is not shown.
void look_around(TreeReader& reader, const std::vector<NodeId>& nodes);

// Part of the other two: reads the nodes `starts` and what is below them, call by call.
class Walk {
 public:
  explicit Walk(TreeReader& reader);
  ~Walk();
  void visit(NodeId node);        // reads it and goes on below it
  void children_of(NodeId node);  // only what is below it
  // What to do with a child that was read by other means already; nothing, unless said here.
  void on_known(std::function<void(NodeId)> known) { known_ = std::move(known); }
  bool settle() { return reader_.settle(); }

 private:
  void answered(NodeId node, Field field);
  void look_below(NodeId node);
  void enter(NodeId node);
  bool is_of_many(NodeId node) const;
  void ask_out_of_view(NodeId id);
  void ask_plugged(NodeId socket);
  void plugged(NodeId socket, const ObjectName& plug);

  TreeReader& reader_;
  std::function<void(NodeId)> known_;
};

}  // namespace surehand::atspi
