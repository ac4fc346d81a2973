#pragma once

#include "core/query/query.h"

namespace surehand {

// How a selector fares on a tree, as data for lib/sdk/selector/explain.ts:
// { matches, steps: [{ searched, matches, terms: [{ term, alone, survivors }] }], nearMisses: [{ node, fails
// }] }.
//
// The terms of a step are numbered from 0 as they are written: the operands of its outermost `and`, or the
// one expression that it is; an `nth` comes last. `searched` is how many elements the step looks at, `alone`
// how many of them the term holds for, `survivors` how many this term and those before it leave. `nearMisses`
// are of the first step without a match: the nodes that fail the fewest of its terms, likeliest first, and
// the terms they fail.
Result<json::Value> explain(const Query& query, const Snapshot& snapshot, const MatchOptions& options,
                            size_t max_near_misses, const Limits& limits);

}  // namespace surehand
