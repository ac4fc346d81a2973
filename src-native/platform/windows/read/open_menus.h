#pragma once

#include "platform/windows/read/tree.h"

namespace surehand::uia {

// An open Win32 menu is a window of its own, #32768, which UI Automation has beside the bar. For its user it is below the entry that is open,
// and so it is here. One that cannot be told whose it is (a context menu) stays where it was.
void place_open_menus(Tree& tree);

}  // namespace surehand::uia
