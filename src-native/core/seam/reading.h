#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/query/query.h"
#include "core/result.h"
#include "core/tree/snapshot.h"

namespace surehand {

struct SnapshotOptions {
  bool only_visible = false;  // leave out what does not show; said as cuts (kHidden)
  bool bounds = true;
  bool text = true;              // values and the text of editable elements
  bool names_from_text = false;  // without `text`: names of what has none and is called what it says, a paragraph
  bool actions = true;
  bool every_action = false;        // names that cost a call of their own: of each element, not of the target alone
  bool attributes = true;           // includes description, id, class, placeholder where they cost a call
  uint32_t max_nodes = 0;           // 0: no limit
  uint32_t max_depth = UINT32_MAX;  // 0: the target alone
  // Instead of what is below the target: what it is in, from the application on, and what is near it on each level; the rest is cut
  // (kBudget). Asked only where Pace::searches.
  bool around = false;
  // The whole tree may be one that is kept true by what the application announces, where that is enough (core/mirror). These elements are
  // read again in any case. With `renew` it is read as a whole, and kept.
  bool mirrored = false;
  bool renew = false;
  std::vector<std::string> fresh;
  // Who can do with less than the whole tree: where most of a large one would have to be asked for element by element, it is the target
  // alone, cut (kBudget).
  bool frugal = false;

  static Result<SnapshotOptions> from_json(const json::Value& value);
};

// What has to be read for a query to be matched.
SnapshotOptions reads_for(const Query& query);

struct FindOptions {
  size_t limit = SIZE_MAX;  // how many to return
  // Whether it matters of a match whether it is hidden, which may cost further calls. Else nothing is known of that, unless the
  // query asks.
  bool tells_hidden = true;
  // A whole tree that has to be read for it is kept, where that can be: it costs too much to be read again.
  bool keeps = false;
};

// Nodes that match, in `snapshot`, which has what the query looks at, and of the matches whether they show (FindOptions). It may hold no
// more than the matches (`partial`): then it proves nothing about what is absent, and its nodes may have no ancestors but
// the application.
struct Matches {
  SnapshotPtr snapshot;
  std::vector<NodeIndex> nodes;
  bool partial = false;
};

}  // namespace surehand
