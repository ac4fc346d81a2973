#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/seam/display.h"
#include "core/tree/rect.h"

namespace surehand::screen {

// What all displays take up.
Rect extent_of(const std::vector<surehand::Display>& displays);

// The part of `area` that is on the displays, or all of it where none is given. INVALID_ARGUMENT when no part of it is.
Result<Rect> shown_part(const std::vector<surehand::Display>& displays, const std::optional<Rect>& area);

// The place on a rectangle that is nearest to one, which may be any number.
std::pair<double, double> inside(const Rect& rect, double x, double y);

}  // namespace surehand::screen
