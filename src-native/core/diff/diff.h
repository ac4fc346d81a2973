#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tree/snapshot.h"
#include "core/tree/viewport.h"
#include "core/vocabulary.h"

namespace surehand {

struct DiffOptions {
  // Each rule counts what it left out.
  std::array<bool, kNoiseRules> suppress = {true, true, true, true};
};

// One attribute that differs; its old and new value are those of the two snapshots.
struct Change {
  enum class Kind : uint8_t { kRole, kText, kState, kBounds, kAttribute, kActions };

  Kind kind = Kind::kText;
  TextField field = TextField::kName;  // kText
  State state = State::kEnabled;       // kState
  std::string attribute = {};          // kAttribute: its key
};

struct Modified {
  NodeIndex before;
  NodeIndex after;
  std::vector<Change> changes;
};

struct Moved {
  NodeIndex before;
  NodeIndex after;
  bool reordered;  // same parent, other place; otherwise another parent
};

// What became of each node of two snapshots of the same target. Indices into `before` and `after`.
struct Diff {
  std::vector<NodeIndex> added;    // after, in document order
  std::vector<NodeIndex> removed;  // before, in document order
  std::vector<Modified> modified;  // in the order of `after`
  std::vector<Moved> moved;        // in the order of `after`
  std::array<uint32_t, kNoiseRules> suppressed = {};
  // Nodes seen in one tree only, where the other tree is cut: it is not known whether they came or went. And nodes of which something
  // was read in one tree only, because the time for the other was up.
  uint32_t uncertain = 0;
  // Which nodes of the two trees show; empty where no node of that tree is in the diff.
  std::vector<InViewport> viewport_before;
  std::vector<InViewport> viewport_after;

  bool empty() const { return added.empty() && removed.empty() && modified.empty() && moved.empty(); }
  std::string summary() const;  // "3 added, 1 removed, 2 modified"; "no change"
};

// Linear in the two trees.
Diff diff(const Snapshot& before, const Snapshot& after, const DiffOptions& options);

}  // namespace surehand
