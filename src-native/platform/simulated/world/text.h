#pragma once

#include "core/seam/text_range.h"
#include "platform/simulated/world/world.h"

namespace surehand::simulated {

TextRange selected_range(const Node& node);

// Where a part of a text is that fills its field in one line: each UTF-16 unit is as wide as the others.
Rect part_of(const Rect& field, size_t units, TextRange part);

}  // namespace surehand::simulated
