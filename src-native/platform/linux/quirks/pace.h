#pragma once

#include "core/seam/application.h"
#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// What a toolkit announces, and when; docs/internals/quirks.md has how it was found.
Pace pace_of(Toolkit toolkit);

}  // namespace surehand::atspi
