#pragma once

#include <memory>

#include "core/run/limits.h"
#include "platform/linux/dbus/connection.h"
#include "platform/posix/environment.h"

namespace surehand::atspi {

// Finds the accessibility bus that `environment` leads to (AT_SPI_BUS_ADDRESS, else org.a11y.Bus on the
// session bus), switches accessibility on and connects. NO_DESKTOP says which of these was missing and what
// to start.
Result<std::shared_ptr<dbus::Connection>> open_bus(const Environment& environment, const Limits& limits);

// Switches accessibility on again, which another program may have switched off since: what starts after that publishes nothing.
Status switch_on_accessibility(const Environment& environment, const Limits& limits);

}  // namespace surehand::atspi
