#pragma once

#include <cstddef>
#include <string>

#include "core/tree/snapshot.h"

namespace surehand {

struct OutlineOptions {
  NodeIndex root = 0;
  size_t max_lines = 0;   // 0: no limit
  size_t max_tokens = 0;  // 0: no limit; a token is estimated as four bytes of UTF-8
  bool refs = true;
  bool bounds = false;
  bool hidden = false;  // also what does not show
};

// shown + left_out + folded + hidden is the number of nodes from `root` down.
struct Outline {
  std::string text;
  size_t lines = 0;
  size_t nodes_shown = 0;
  size_t nodes_left_out = 0;  // by the budget; said in the text where they would stand
  size_t nodes_folded = 0;    // carry no information of their own (nameless groups, repeated text)
  size_t nodes_hidden = 0;    // do not show; counted in the text on the line they would stand under
};

// The compact outline that a person and a language model can both read: two spaces a level, one line a node, or for siblings of one
// role that have nothing inside and come to no more than 120 bytes.
//
//   window "Text Editor" e1 active
//     menubar e2
//       menuitem "File" e3 haspopup (12 hidden)
//     textbox "Find" e9 = "needle" focused @8,40,200x24
//     checkbox "Match case" e10 checked, "Whole words" e11
//     paragraph e12: "What its only text says."
//     list "Files" e14
//       listitem "a.txt" e15 selected, "b.txt" e16
//       … 4990 more (14970 nodes)
//       listitem "z.txt" e5006
//     table "Sheet" e5010 cut=virtual "1048576 rows" (149 empty cells) … 40 inside
//
// A node is: role, "name", ref, = "value" or : "text of the only text inside", placeholder= or description= where
// there is no name, states, @x,y,widthxheight, cut=reason "detail", what is below and not shown. A long text ends in
// `…" +123`, the number of characters left out. States are said where they are news: `disabled` of controls, `focused`,
// `checked`, `expanded=false`, …; not `enabled`, `visible`, `focusable`. A checkbox without `checked` is not checked.
//
// Folded are nameless wrappers (their children stand in their place, and share no line with what is outside), cells of one thing,
// empty cells of a sheet (counted), scroll bars, nameless separators and decoration, and texts that repeat what the line above them
// says. A nameless group, canvas or picture with nothing inside is no wrapper where it is large: something is painted there. Below 32 levels the indent stays and the level is
// said (`33> button …`).
//
// A budget is spent from the top down, the first few and the last of similar siblings before the others, what leads
// to the focus first. `… 37 more` stands for siblings left out, `… 37 inside` for all that is below a line. Lines
// and tokens never exceed it; where not even the root fits, the text is empty.
Outline outline(const Snapshot& snapshot, const OutlineOptions& options);

}  // namespace surehand
