#pragma once

#include <optional>
#include <string_view>

#include "platform/linux/read/point.h"
#include "platform/linux/read/tree.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// How far elements are from where they say that they are. In a window of LibreOffice (its GTK 3 plugin) the menu bar is
// GTK's, and all that it draws by itself says that it lies as if there were none, 25 px too high: a click by the pointer
// would press what is above. What does so begins with the root pane, which fills the widget that it is in and says that it
// is elsewhere; GTK widgets that are in it (its combo boxes, its side bar) are right, and fill what they are in.
// `inside` is that of `parent`.
Point displacement_of(const Node& node, const Node& parent, Point inside);

// The same for an element that is read without what it is in: as it was in the last tree, which was read a moment before it is
// acted on; else by some twenty calls, one after the other. Unknown where those do not tell.
void note_displacement(const ApplicationRecord& application, const Node& node, Point displacement);
std::optional<Point> noted_displacement(const ApplicationRecord& application, std::string_view path);
std::optional<Point> displacement_alone(Session& session, const ApplicationRecord& application, const Object& object,
                                        const Limits& limits);

}  // namespace surehand::atspi
