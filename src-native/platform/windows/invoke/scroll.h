#pragma once

#include "platform/windows/invoke/invocation.h"

namespace surehand::uia {

// By the element itself, or where that cannot, or moves nothing, by what it is in.
Result<Dispatch> scroll_into_view(const Invocation& invocation);

}  // namespace surehand::uia
