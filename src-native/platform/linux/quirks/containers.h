#pragma once

#include <optional>

#include "core/vocabulary.h"
#include "platform/linux/applications.h"
#include "platform/linux/read/tree.h"

namespace surehand::atspi {

// What holds others, where the toolkit's own role misleads. A file chooser of GTK 4 has none, nor has a popover, and a
// menu button holds the button that is pressed. In Qt what scrolls is a filler as any other,
// and what is scrolled out of it lies, by its place, over whatever is beside it; a dock, or a frame around a part of a window, is called a
// frame as the window is, and nothing around a window clips or hides it. The choosers of GTK 3 (of files, colours, fonts) are called what
// the dialogs are that hold them. Told by what is beside it and what it is in; of an element that is
// read alone, by what was noted of it.
std::optional<Role> container_role(const Tree& tree, NodeId id, const ApplicationRecord& application);

// Whether it holds a page of which nothing is published: QtWebKit has a document, and at most fillers in it.
bool is_bare_page(const Tree& tree, NodeId id, Toolkit toolkit);

}  // namespace surehand::atspi
