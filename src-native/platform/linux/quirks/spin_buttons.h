#pragma once

#include <cstdint>

#include "platform/linux/quirks/toolkit.h"
#include "platform/linux/read/tree.h"

namespace surehand::atspi {

// Qt's date and time fields are spin buttons with a value that is none of theirs: what is set there lands in a property that the
// field never looks at, and comes back as set. What they show is their text. Neither they nor its number fields say that they can
// be edited. (test/live/spin-buttons.test.ts)

// Whether what a spin button shows is asked of its text, too.
bool is_spin_with_text(uint32_t role, Toolkit toolkit);

// Whether its value is a number: date and time fields have no range.
bool takes_number(const NodeRange& range);

}  // namespace surehand::atspi
