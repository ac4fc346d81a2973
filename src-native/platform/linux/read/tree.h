#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tree/snapshot.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/read/visibility.h"

namespace surehand::atspi {

using NodeId = uint32_t;
inline constexpr NodeId kNone = UINT32_MAX;

// What an application said about one object, in its own terms. Texts point to what the tree keeps.
struct Node {
  std::string_view bus;  // empty: the application's own
  std::string_view path;
  NodeId parent = kNone;
  NodeId first = kNone;
  NodeId last = kNone;
  NodeId next = kNone;
  uint32_t depth = 0;
  bool linked = false;   // has its place in the tree
  bool visited = false;  // is being read, or was
  bool bad = false;      // its name is no object's: see kBadReference
  bool dropped = false;  // gone, or left out
  bool known = false;    // role, states and name were read
  bool has_number = false;
  bool scrolled_out = false;     // GTK 4: a row of a list view that is out of view, whatever its place says
  bool unmapped = false;         // GTK 4: not drawn, whatever its states and its place say
  bool shares_children = false;  // lists what has its place below another
  bool contents_asked = false;
  bool label_asked = false;
  bool awaits_interfaces = false;  // Qt: what it implements is looked up, or asked, once its role is known
  uint32_t role = 0;
  uint32_t interfaces = 0;
  uint64_t states = 0;
  int32_t child_count = -1;
  int32_t awaited = 0;  // answers about its children that have not come
  int32_t action_count = -1;
  int32_t character_count = -1;
  uint32_t attributes_first = 0;
  uint32_t attributes_count = 0;
  uint32_t last_action = kNone;
  std::string_view name;
  std::string_view description;
  std::string_view id;
  std::string_view text;
  std::string_view shown;          // the text in it, where that stands for a name or a value: see content_names.h
  std::string_view cell;           // what it goes by where its object does not last: see quirks/cells.h
  std::string_view listed_parent;  // its parent as GetItems says
  int32_t listed_index = -1;
  Rect bounds{0, 0, -1, -1};  // width < 0: not read
  double number = 0;

  bool has(Interface interface) const { return (interfaces & bit(interface)) != 0; }
  bool in(uint64_t state) const { return (states & state) != 0; }
};

struct NodeAction {
  uint16_t index;
  std::string_view name;
  std::string_view binding;  // its keys, as the toolkit writes them
  uint32_t before;           // that of the same node which was told before, or kNone
};

struct NodeAttribute {
  std::string_view key;
  std::string_view value;
};

// The numbers that an element takes; not a number where it does not say.
struct NodeRange {
  double least = std::numeric_limits<double>::quiet_NaN();
  double most = least;
  double step = least;
};

struct NodeCut {
  NodeId node;
  CutReason reason;
  std::string detail;
};

// Why a node is cut below which something is named that no object can be called.
inline constexpr std::string_view kBadReference = "the application names an object that cannot exist";

// The objects of one application while they are being read. Node 0 is the root.
class Tree {
 public:
  std::vector<Node> nodes;
  std::vector<NodeAction> actions;
  std::vector<NodeAttribute> attributes;
  std::vector<NodeCut> cuts;

  std::map<NodeId, NodeRange> ranges;

  // What labels these, of nodes that are called otherwise: see quirks/labels.h.
  std::map<NodeId, std::string_view> labels;
  // What is chosen in combo boxes that may be called otherwise, as far as it is known.
  std::map<NodeId, std::string_view> choices;
  // What to call these instead of by their name: see combo_choices.h.
  std::map<NodeId, std::string_view> renamed;

  // What these are in, of nodes that were read without it.
  std::map<NodeId, Surroundings> around;

  // Adds an object that has no place yet. Its path must outlive the tree's use: see keep() below.
  NodeId add(std::string_view bus, std::string_view path);
  // The object with that path, or kNone.
  NodeId find(std::string_view bus, std::string_view path) const;
  // Makes `child` the last child of `parent`. False when it has a place already: what an application lists
  // twice, or in a circle, is in the tree once.
  bool link(NodeId parent, NodeId child);
  // Whether a node is another, or below it.
  bool is_in(NodeId node, NodeId above) const;
  void add_action(NodeId node, uint16_t index, std::string_view name, std::string_view binding = {});
  void make_root(NodeId node) { nodes[node].linked = true; }
  void cut(NodeId node, CutReason reason, std::string_view detail = {}) {
    cuts.push_back({node, reason, std::string(detail)});
  }

  // What nodes point to. A large answer is kept whole. Of a small one its texts are copied: ten thousand small answers
  // kept whole are megabytes, spread over the memory.
  void keep(std::shared_ptr<const dbus::Message> message) { messages_.push_back(std::move(message)); }
  std::string_view keep(std::string_view text);
  void reserve(size_t count);

  Object object(NodeId node, std::string_view app_key) const {
    const Node& at = nodes[node];
    return {at.bus.empty() ? app_key : at.bus, at.path};
  }

 private:
  void index(NodeId node, uint32_t hash);

  struct Slot {
    NodeId node = kNone;
    uint32_t hash = 0;
  };
  std::vector<Slot> slots_;  // open addressing over paths
  std::vector<std::shared_ptr<const dbus::Message>> messages_;
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;  // in the last chunk
  size_t room_ = 0;
};

}  // namespace surehand::atspi
