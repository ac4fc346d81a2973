#pragma once

#include "core/run/limits.h"
#include "platform/macos/applications.h"

namespace surehand::ax {

// Electron publishes what is in its windows only once a client has asked for it, and some time later. Asked once of each application; what it
// answers says nothing: before 2023 it was kAXErrorAttributeUnsupported, and it was done (https://github.com/electron/electron/pull/38102).
// AXEnhancedUserInterface, which would wake Chromium as well, changes how its windows move, and is left alone.
void wake(const ApplicationRecord& application, const Limits& limits);

}  // namespace surehand::ax
