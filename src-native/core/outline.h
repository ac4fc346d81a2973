#pragma once

#include <cstddef>
#include <string>

#include "core/snapshot.h"

namespace surehand {

struct OutlineOptions {
  NodeIndex root = 0;
  size_t max_lines = 0;   // 0: no limit
  size_t max_tokens = 0;  // 0: no limit; a token is estimated as four bytes of UTF-8
  bool refs = true;
  bool bounds = false;
  bool hidden = false;  // also what does not show
};

struct Outline {
  std::string text;
  size_t lines = 0;
  size_t nodes_shown = 0;
  size_t nodes_left_out = 0;   // by the budget; said in the text where they would stand
  size_t nodes_folded = 0;     // carry no information of their own (nameless groups, repeated text)
};

// The compact outline that a person and a language model can both read: one line a node,
// `- button "Save" [ref=e12] [disabled]`, two spaces a level.
Outline outline(const Snapshot& snapshot, const OutlineOptions& options);

}  // namespace surehand
