#pragma once

#include <cstdint>
#include <vector>

#include "core/tree/snapshot.h"
#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

struct Node;
class Tree;

// Hidden and scrolled out are two things: scrolling brings only the one into view.
enum class Visibility : uint8_t { kHidden, kScrolledOut, kShown };

// What an element is in, as far as it was read.
struct Surroundings {
  Visibility above = Visibility::kShown;
  bool scroll = false;  // something that scrolls is around it, or might be
  Rect frame = {};      // the nearest; without a width where it is not known
  bool page = false;    // a web page is around it
  // What is around it is a popover of GTK 3, or, further out, the stack of pages that makes a menu of one (GtkPopoverMenu).
  bool popover = false;
  bool popover_menu = false;
  bool disabled = false;  // something that is disabled is around it
  bool left_tab = false;  // it is on a page whose tab is not selected

  // What is around the children of an element.
  Surroundings inside(const Node& node, Visibility own) const;
};

// Whether it says that it is disabled; of what does not say that it is visible, nothing is known.
bool is_disabled(const Node& node);

Visibility visibility_of(Toolkit toolkit, const Node& node, const Surroundings& around, bool holds_shown = false);

// LibreOffice's panels forget to say that they show (the one around Calc's input line): something in them does. Of each node
// whether it does not say that it shows and holds what does; empty where toolkits need no such help.
std::vector<bool> what_holds_shown(Toolkit toolkit, const Tree& tree);

}  // namespace surehand::atspi
