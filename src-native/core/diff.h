#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/snapshot.h"

namespace surehand {

// What a diff leaves out unless asked, each rule by name. All are counted.
enum class NoiseRule : uint8_t {
  kGeometry,    // nothing changed but position or size
  kScrollbars,  // scroll bars and their parts
  kStructure,   // rows, cells, columns, groups, menus that carry no text
  kOrder,       // siblings that only changed places
};
inline constexpr size_t kNoiseRules = 4;
std::string_view to_string(NoiseRule rule);

struct DiffOptions {
  std::array<bool, kNoiseRules> suppress = {true, true, true, true};
  static Result<DiffOptions> from_json(const json::Value& value);
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
  std::vector<Modified> modified;
  std::vector<Moved> moved;
  std::array<uint32_t, kNoiseRules> suppressed = {};
  // Nodes seen in one tree only, where the other tree is cut: nobody knows whether they came or went.
  uint32_t uncertain = 0;

  bool empty() const { return added.empty() && removed.empty() && modified.empty() && moved.empty(); }
  std::string summary() const;  // "3 added, 1 removed, 2 modified"; "no change"
};

// Linear in the two trees.
Diff diff(const Snapshot& before, const Snapshot& after, const DiffOptions& options);

// The plain-data form for JavaScript: entries carry the attribute with old and new value.
json::Value to_json(const Diff& diff, const Snapshot& before, const Snapshot& after);

}  // namespace surehand
