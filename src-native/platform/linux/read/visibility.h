#pragma once

#include <cstdint>

#include "core/tree/role.h"
#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

struct Node;

// Hidden and scrolled out are two things: scrolling brings only the one into view.
enum class Visibility : uint8_t { kHidden, kScrolledOut, kShown };

// What an element is in, as far as it was read.
struct Surroundings {
  Visibility above = Visibility::kShown;
  bool scroll = false;  // something that scrolls is around it, or might be

  // What is around the children of an element with this role and visibility.
  Surroundings inside(Role role, Visibility own) const;
};

Visibility visibility_of(Toolkit toolkit, const Node& node, const Surroundings& around);

// Whether it takes the element's place to tell whether it is hidden.
bool place_decides(Toolkit toolkit, const Node& node);

}  // namespace surehand::atspi
