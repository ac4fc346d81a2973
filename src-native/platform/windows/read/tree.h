#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/seam/reading.h"
#include "core/tree/element_hold.h"
#include "core/tree/snapshot.h"
#include "platform/windows/read/facts.h"

namespace surehand::uia {

// What was read of an application, in no type of Windows': elements in pre-order, each at its depth below the first.
struct Tree {
  enum class Kind : uint8_t { kElement, kApplication, kWindow };

  struct Node {
    uint32_t depth = 0;
    Kind kind = Kind::kElement;
    Facts facts;
    // Of a top-level window, what the window system knows better than who draws it.
    Role role = Role::kGeneric;
    bool active = false;
    bool minimized = false;

    std::string identity;
    ElementHold hold;
    std::optional<CutReason> cut;  // what is below it is missing, wholly or in part
    std::string cut_detail;
  };

  struct Process {
    std::string executable;
    int64_t pid = 0;
    std::vector<std::string> names;
    std::string name;
    std::string id;
  };

  // Which process a node's subtree lives in, where that is another one than its parent's (WebView2, a provider that shows
  // another's element).
  struct Host {
    uint32_t node;
    Process process;
  };

  std::vector<Node> nodes;
  std::vector<Host> hosts;  // by node; of the first one at least
  // What the first node was in when it was last read with that.
  std::optional<Facts> above;
};

// Says what was read in our words. What goes beyond the options is cut.
void write_tree(const Tree& tree, const SnapshotOptions& options, SnapshotBuilder& builder);

}  // namespace surehand::uia
