#pragma once

#include "core/diff/diff.h"
#include "core/json.h"

namespace surehand {

// What changed about a node, as plain data: [{ attribute, old, new, range? }]. A long text is given around
// its change, with `…` where something was left out; then `range` is { start, oldEnd, newEnd, oldLength,
// newLength } in UTF-16 code units of the whole texts.
json::Value changes_to_json(const Modified& modified, const Snapshot& before, const Snapshot& after);

}  // namespace surehand
