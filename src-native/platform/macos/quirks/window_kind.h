#pragma once

#include <string_view>

#include "platform/macos/applications.h"
#include "platform/macos/cg/window_levels.h"
#include "platform/macos/read/node.h"

namespace surehand::ax {

// What a window is to a user: `window`, `dialog`, or `popup` (completion lists, context menus, notifications, panels that come
// with a key). AX calls most of them AXStandardWindow or AXDialog, whatever they are; what they have in their title bar, how high they lie
// and what can be done to them tells more. Of the 60 windows in test/macos/recorded 55 are told by that, five by the program's name. At most
// four messages.
std::string_view window_kind(const ApplicationRecord& application, const cg::WindowLevels& levels,
                             const ElementRef& window, const RawNode& node, const Limits& limits);

}  // namespace surehand::ax
