#pragma once

#include <cstdlib>

#include "core/text/text.h"
#include "core/tree/snapshot.h"

namespace surehand::test {

// What is true of every tree, whatever a program said. Aborts where it is not.
inline void expect_sound(const Snapshot& tree) {
  for (NodeIndex node = 0; node < tree.size(); ++node) {
    if (tree.identity(node).empty() || tree.host(node) == nullptr) std::abort();
    if (node > 0 && tree.parent(node) >= node) std::abort();
    for (const TextField field : {TextField::kName, TextField::kValue, TextField::kDescription}) {
      if (!is_valid_utf8(tree.text(field, node))) std::abort();
    }
    // What is protected is never told.
    if (tree.states(node).has(State::kProtected) && !tree.text(TextField::kValue, node).empty()) std::abort();
  }
}

}  // namespace surehand::test
