#pragma once

#include "core/query/query.h"

namespace surehand {

// What matching looks at beside roles and names that are given as such; the first five members are those of
// SnapshotOptions.
struct QueryNeeds {
  bool bounds = false;
  bool text = false;
  bool names_from_text = false;
  bool attributes = false;
  bool actions = false;
  bool states = false;
  bool visible = false;  // that state; some toolkits tell by places what shows
};

QueryNeeds needs_of(const Query& query);

// Whether a fingerprint tells when something else matches: it is of structure, roles, names and states.
bool is_told(const Query& query);

// Whether nothing but an element and what it is in decides whether it matches: then a few elements can be asked without
// the tree.
bool is_local(const Query& query);

// Whether it has a wildcard or a regular expression: then one long text may take long.
bool has_pattern(const Query& query);

}  // namespace surehand
