#pragma once

#include <memory>

#include "platform/linux/applications.h"
#include "platform/linux/dbus/connection.h"
#include "platform/linux/events.h"
#include "platform/linux/process/desktop_entry.h"
#include "platform/linux/process/environment.h"
#include "platform/linux/quirks/presses.h"
#include "platform/linux/screen.h"

namespace surehand::atspi {

// What one open Linux desktop holds. The concerns beside this file are functions over it.
struct Session {
  Environment environment;
  std::shared_ptr<dbus::Connection> bus;  // the accessibility bus
  ApplicationBook applications;
  DesktopEntries desktop_entries;
  Screen screen;
  Presses presses;
  Registrations registrations;
};

}  // namespace surehand::atspi
