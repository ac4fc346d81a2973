#pragma once

#include <string>
#include <string_view>

#include "core/json.h"
#include "core/tree/snapshot.h"

namespace surehand {

// The plain-data form: { role, its texts (`textFields` of vocabulary.json), bounds?: {x,y,width,height}, states?: string[],
// attributes?: {…}, actions?: string[], process?, pid?, apps?: string[], cut?: {reason, detail?}, children? }.
// from_json(to_json(s)) equals s; empty lists are left out and a platform's own role names become normalised ones.
// INVALID_ARGUMENT names the path of what is wrong (`/children/3/role`, a JSON pointer) and the nearest valid word.
Result<SnapshotPtr> snapshot_from_json(const json::Value& tree);
// The same from its JSON text.
Result<SnapshotPtr> snapshot_from_text(std::string_view text);
struct JsonOptions {
  bool refs = false;  // add `ref` to each node; ignored when read back
};
// Appends the subtree at `node` as JSON text, without building a json::Value.
void append_json(std::string& out, const Snapshot& snapshot, NodeIndex node, const JsonOptions& options = {});

}  // namespace surehand
