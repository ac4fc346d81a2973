#pragma once

#include <string>

#include "core/seam/backend.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// Has the trees that are read from now on hold the cell of that name, wherever the sheet is scrolled to.
Result<Element> realize_cell(Session& session, const Element& sheet, const std::string& name, const Limits& limits);

}  // namespace surehand::atspi
