#pragma once

#include "platform/macos/invoke/invocation.h"

namespace surehand::ax {

Result<Dispatch> scroll_into_view(Invocation& invocation);

}  // namespace surehand::ax
