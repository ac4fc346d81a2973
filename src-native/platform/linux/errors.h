#pragma once

#include <string_view>

#include "core/errors.h"
#include "core/run/limits.h"
#include "platform/linux/applications.h"
#include "platform/linux/dbus/connection.h"

namespace surehand::atspi {

// What an error reply means, and what a caller is told of it.

// The bus answers so when the process behind a name is gone, or goes before it has answered.
bool is_gone(const dbus::Reply& reply);
// The object has no such method, or none that does anything.
bool is_unknown(const dbus::Reply& reply);

Error app_exited(const ApplicationRecord& application);
Error app_unresponsive(const ApplicationRecord& application, Milliseconds waited, std::string_view awaited);

}  // namespace surehand::atspi
