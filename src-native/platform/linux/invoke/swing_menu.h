#pragma once

#include <optional>

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

// An entry of Swing's does what it is for and leaves its menu open: its action is `AbstractButton.doClick`, and what clears the
// selected path is the mouse's release. A click is no way out, since entries say that they are higher than they are by the height
// of the menu bar (java-atk-wrapper 0.40).
//
// The menu bar whose menu is open around such an entry.
Result<std::optional<ObjectName>> swing_menu_bar(Invocation& invocation);
// As a click does. Trouble with it is no trouble of the press, which was made.
void close_swing_menus(Invocation& invocation, const Object& menu_bar);

}  // namespace surehand::atspi
