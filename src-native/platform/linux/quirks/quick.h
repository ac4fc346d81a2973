#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/linux/quirks/toolkit.h"
#include "platform/linux/read/tree.h"

// What Qt's programs hear of, and Qt Quick (QML), which is Qt by its name, and not told from its widgets otherwise.
namespace surehand::atspi {

// Whether an element has actions that its program does not hear of. `Toggle` changes what shows: of a check box, a radio button or another
// button of Qt's widgets it sends `toggled` without `clicked` or `triggered`, which most programs go by, and of the button of an action
// nothing in Qt 5 (QAccessibleButton::doAction). In Qt Quick it sends neither (QAccessibleQuickItem::doAction), and `Press` does nothing:
// beside `Toggle` in Qt 5.15 and 6.4, and of buttons in Qt 6.4.
bool acts_unheard(Toolkit toolkit, int64_t pid, const std::vector<std::string>& actions);

// The menus in a menu bar say that they are bars, too (QQuickMenuBarItem): they have a name, and nothing in them.
bool is_menu_called_bar(Toolkit toolkit, const Node& node);

}  // namespace surehand::atspi
