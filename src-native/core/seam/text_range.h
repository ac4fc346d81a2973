#pragma once

#include <cstddef>

namespace surehand {

// A part of an element's text, in UTF-16 units; `end` is behind it. A caret is one without length.
struct TextRange {
  size_t start = 0, end = 0;
};

}  // namespace surehand
