#pragma once

#include <cstdint>

#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

struct Node;

// Hidden and scrolled out are two things: scrolling brings only the one into view.
enum class Visibility : uint8_t { kHidden, kScrolledOut, kShown };

// What an element is in, as far as it was read.
struct Surroundings {
  Visibility above = Visibility::kShown;
  bool scroll = false;  // something that scrolls is around it, or might be

  // What is around the children of an element.
  Surroundings inside(const Node& node, Visibility own) const;
};

// Of an element that was read without what it is in, what it says itself: a closed page of GTK 3 may be taken for one that is
// scrolled out, never the other way round.
Visibility visibility_of(Toolkit toolkit, const Node& node, const Surroundings& around);

}  // namespace surehand::atspi
