#pragma once

#include "core/seam/backend.h"
#include "platform/windows/session.h"

namespace surehand::uia {

// Has a virtual container make the item of that name, and tells which it is.
Result<Element> realize_item(Session& session, const Element& container, const std::string& name, const Limits& limits);

}  // namespace surehand::uia
