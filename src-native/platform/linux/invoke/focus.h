#pragma once

#include "platform/linux/invoke/invocation.h"

namespace surehand::atspi {

Result<Dispatch> focus(Invocation& invocation);

}  // namespace surehand::atspi
