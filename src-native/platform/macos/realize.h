#pragma once

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

// The row of that name of a table, an outline or a list, scrolled to where its application has it; a snapshot has those alone that show.
Result<Element> realize_row(Session& session, RefBook& refs, const Element& container, const std::string& name,
                            const Limits& limits);

}  // namespace surehand::ax
