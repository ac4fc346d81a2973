#pragma once

#include <string_view>
#include <vector>

#include "platform/linux/read/tree_reader.h"

namespace surehand::atspi {

// Reads elements and what they are in, call by call, below the application.
class Lineage {
 public:
  // `checks_places`: what is not the child that it says it is is dropped: what Chromium 156 hides (`aria-hidden`) goes on naming a parent
  // and an index.
  explicit Lineage(TreeReader& reader, bool checks_places = false);

  // The object of that path; when it is met for the first time, it is asked what it is and what it is in.
  NodeId meet(std::string_view path);

  // After everything was answered: an element and what it is in, the application first. Empty when that leads up to no window of it.
  std::vector<NodeId> line_of(NodeId element) const;

  // Which child of its parent it said that it is; negative when it did not say.
  int32_t index_of(NodeId id) const { return indexes_[id]; }

  // Hangs all of them below the application. What leads up to no window stays out.
  void place();

 private:
  void told_parent(NodeId id, const dbus::Reply& reply);
  void told_index(NodeId id, const dbus::Reply& reply);
  void check_place(NodeId id);

  TreeReader& reader_;
  Tree& tree_;
  const bool checks_places_;
  std::vector<NodeId> parents_{kNone};
  std::vector<bool> parentless_{false};
  std::vector<int32_t> indexes_{-1};
};

}  // namespace surehand::atspi
