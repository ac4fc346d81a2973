#pragma once

#include "platform/linux/read/tree_reader.h"

namespace surehand::atspi {

// GTK 4 alone gives rows, and buttons that hold more than a label, no name, and its drop-downs no value: a person calls them by the text
// that they show. Sets Node::shown of those. What was not read of their contents is asked for, within limits.
void read_content_names(TreeReader& reader);

}  // namespace surehand::atspi
