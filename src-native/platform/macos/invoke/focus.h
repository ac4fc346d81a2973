#pragma once

#include "platform/macos/invoke/invocation.h"

namespace surehand::ax {

Result<Dispatch> focus(Invocation& invocation);

}  // namespace surehand::ax
