#pragma once

#include <cstdint>
#include <vector>

#include "core/diff/diff.h"

namespace surehand {

// What an entry of a diff is about, for a reader of the first few: the smaller, the more it says about what an action did.
enum class Importance : uint8_t {
  kWindow,  // a window or dialog came, went, or has another title
  kValue,   // a value, or an alert, a status, a tooltip
  kText,    // a name, a description, an element that carries text
  kState,
  kOther,     // attributes, actions, elements without text, moves
  kInWindow,  // in a window that came or went as a whole
};

Importance importance(const Modified& modified, const Snapshot& after);

// Of elements that came, or that went, in document order.
std::vector<Importance> importances(const std::vector<NodeIndex>& nodes, const Snapshot& tree);

}  // namespace surehand
