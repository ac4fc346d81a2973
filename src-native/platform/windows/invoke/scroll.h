#pragma once

#include "platform/windows/invoke/invocation.h"

namespace surehand::uia {

Result<Dispatch> scroll_into_view(const Invocation& invocation);

}  // namespace surehand::uia
