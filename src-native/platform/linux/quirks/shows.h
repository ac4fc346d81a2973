#pragma once

#include <cstdint>

#include "platform/linux/quirks/toolkit.h"
#include "platform/linux/read/tree.h"

namespace surehand::atspi {

// Whether an element shows. Its own state does not say it everywhere: what it is in has to show (`above`), and of some
// elements the place has to be read.
bool shows(const Node& node, Toolkit toolkit, bool above);

// Whether elements of this role say that they show also on a page that was left: the items of an icon view, and the cells of GTK 2's
// tree views, which keep their place there as well.
bool shows_on_any_page(uint32_t role_number);

// The state without which a node and what is below it do not show. GTK 4 says SHOWING of windows alone.
uint64_t showing_state(Toolkit toolkit);

// Whether elements of this role claim to show where only their place tells that they do not.
bool place_tells(uint32_t role_number, Toolkit toolkit);

// Whether it was put out of sight, out of the frame that it is in. Of docks that lie behind each other Qt moves all but one to
// (-500 - width, -500 - height) (qwidgetanimator.cpp); they go on to say that they show.
bool is_put_away(const Node& node, const Rect& frame, Toolkit toolkit);

}  // namespace surehand::atspi
