#pragma once

#include <memory>
#include <vector>

#include "core/run/limits.h"
#include "core/tree/snapshot.h"

namespace surehand {

struct QuerySelector;
class TextPattern;

// A parsed selector as data (lib/sdk/selector writes it, see lib/sdk/selector/ast.ts), compiled once, matched many
// times. Immutable and safe to share between threads.
class Query {
 public:
  static Result<std::shared_ptr<const Query>> from_json(const json::Value& ast);
  ~Query();

  // What a backend may ask the application for before it looks itself: every match of the selector's last
  // step has one of `roles` (when not empty), all of `states`, and a name that passes all of `names`. `exact`
  // when this is the whole selector, so that nothing is left to check but `nth`.
  struct PushDown {
    std::vector<Role> roles;
    std::vector<StateTest> states;
    std::vector<const TextPattern*> names;  // owned by the query
    bool exact = false;
    // True when matching needs more of the tree than the matching elements themselves
    // (a chain, `has`, `..`, geometry, `window`).
    bool needs_tree = true;
    // True when only the first match is wanted (`first`, `nth:0`).
    bool first_only = false;
  };
  const PushDown& push_down() const;

  const QuerySelector& root() const { return *root_; }
  // How many expressions it has; each has a number below that (query_node.h).
  uint32_t expressions() const { return expressions_; }

 private:
  Query();
  std::unique_ptr<const QuerySelector> root_;
  uint32_t expressions_ = 0;
  std::unique_ptr<const PushDown> push_down_;
};
using QueryPtr = std::shared_ptr<const Query>;

struct MatchOptions {
  NodeIndex scope = 0;        // matches are searched below this node; node 0 also matches itself
  bool include_scope = true;  // whether the scope node itself may match
  size_t limit = SIZE_MAX;    // how many to return
};

// Matches in the order that SELECTORS.md fixes. Linear in the tree, except for a `has:` that holds geometry,
// `nth`, `..` or brackets with steps of their own: that one is searched anew below each element it is asked
// of. INVALID_SELECTOR when a pattern took too many steps on a text, or all together more than two seconds;
// TIMEOUT and ABORTED from `limits`.
Result<std::vector<NodeIndex>> match(const Query& query, const Snapshot& snapshot, const MatchOptions& options,
                                     const Limits& limits);

}  // namespace surehand
