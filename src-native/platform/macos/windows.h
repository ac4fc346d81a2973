#pragma once

#include <string>
#include <vector>

#include "core/seam/backend.h"
#include "platform/macos/session.h"

namespace surehand::ax {

// The windows, sheets and dialogs of an application, in the order in which it has them.
Result<std::vector<Window>> list_windows(Session& session, RefBook& refs, const std::string& app_key,
                                         const Limits& limits);

// The window or sheet that an element is, or is in. STALE when it is gone.
Result<ElementRef> window_of(Session& session, const Element& element, const Limits& limits);

}  // namespace surehand::ax
