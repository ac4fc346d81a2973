#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// What UI Automation finds at a point, where that is in the target; else the tree tells. NOT_FOUND where there is none.
Result<Element> find_element_at(Session& session, const Target& target, double x, double y, const Limits& limits);

}  // namespace surehand::uia
