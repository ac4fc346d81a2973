#pragma once

#include <vector>

#include "core/tree/snapshot.h"

namespace surehand {

// The texts of one snapshot in terms of another's, so that comparing two texts is comparing two numbers.
class TextTranslation {
 public:
  TextTranslation(const Snapshot& from, const Snapshot& to);
  static constexpr TextId kAbsent = UINT32_MAX;  // `to` has no such text
  TextId operator[](TextId id) const { return ids_[id]; }

 private:
  std::vector<TextId> ids_;
};

// Which node of `before` each node of `after` is (kNoNode: a new one): by the platform's identity; where a
// toolkit re-created its objects, by author id, then role and name under the same parent, then order among
// equals when there are as many as before. What stays ambiguous is bound to nothing. Geometry is never
// identity. Linear.
std::vector<NodeIndex> pair_nodes(const Snapshot& before, const Snapshot& after, const TextTranslation& texts);

}  // namespace surehand
