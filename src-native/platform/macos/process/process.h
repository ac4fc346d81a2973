#pragma once

#include <sys/types.h>

#include "core/run/limits.h"

namespace surehand::ax {

// Until it ends, or the limits do; whether it has.
bool wait_for_end(pid_t pid, const Limits& limits);

}  // namespace surehand::ax
