#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

Result<Dispatch> scroll_into_view(Invocation& invocation);

}  // namespace surehand::atspi
