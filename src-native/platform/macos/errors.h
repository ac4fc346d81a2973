#pragma once

#include <ApplicationServices/ApplicationServices.h>

#include <string>
#include <string_view>

#include "core/result.h"
#include "platform/macos/applications.h"

namespace surehand::ax {

// What an AXError means, and what a caller is told of it: one table for all that is asked and done.

// `kAXErrorCannotComplete (-25204)`
std::string error_name(AXError error);

// The element is no more.
bool is_gone(AXError error);
// The application did not answer in time, is still starting, or is dead.
bool is_silent(AXError error);
// There is no such attribute, or nothing in it: no failure of a read.
bool is_absent(AXError error);

// A question that failed: nothing was sent. `tried` completes "could not …": `read the window`.
Error read_failed(const ApplicationRecord& application, AXError error, std::string_view tried);
// A failed act: OUTCOME_UNKNOWN, because the answer to what has happened may be an error (AXPress of what opens a menu or a dialog),
// but for what the system itself has kept from being sent.
Error act_failed(const ApplicationRecord& application, AXError error, std::string_view what);

Error stale();
Error app_exited(const ApplicationRecord& application);
Error app_unresponsive(const ApplicationRecord& application, std::string_view tried);
Error not_trusted();

}  // namespace surehand::ax
