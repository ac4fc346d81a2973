#pragma once

#include <string>

#include "core/query.h"

namespace surehand {

// How a selector fares on a tree, as data for lib/selector/explain.ts:
// { matches, steps: [{ matches, terms: [{ term: index, survivors }] }], nearMisses: [{ node, fails: [index…] }] }.
Result<json::Value> explain(const Query& query, const Snapshot& snapshot, const MatchOptions& options,
                            size_t max_near_misses, const Limits& limits);

// The shortest selector (in the SELECTORS.md text form) that matches `node` and nothing else in the tree.
std::string unique_selector(const Snapshot& snapshot, NodeIndex node);

}  // namespace surehand
