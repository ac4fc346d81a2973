#pragma once

#include <string>
#include <vector>

#include "core/seam/element.h"
#include "platform/linux/identity.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// The top-level element that an element is in, which may be itself. STALE when it is not there any more.
Result<ObjectName> top_level_of(Session& session, const ApplicationRecord& record, const Element& element,
                                const Limits& limits);

}  // namespace surehand::atspi
