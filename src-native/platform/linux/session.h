#pragma once

#include <memory>

#include "core/seam/open.h"
#include "platform/linux/applications.h"
#include "platform/linux/dbus/connection.h"
#include "platform/linux/events.h"
#include "platform/linux/mirrored.h"
#include "platform/linux/process/desktop_entry.h"
#include "platform/linux/quirks/presses.h"
#include "platform/linux/read/popups.h"
#include "platform/linux/read/window_book.h"
#include "platform/linux/screen/screen.h"
#include "platform/posix/environment.h"

namespace surehand::atspi {

// What one open Linux desktop holds. The concerns beside this file are functions over it.
struct Session {
  Environment environment;
  std::shared_ptr<dbus::Connection> bus;  // the accessibility bus
  ApplicationBook applications;
  ApplicationBook unlisted;  // processes that are no applications: see read/owners.h
  DesktopEntries desktop_entries;
  // Never null: without a window system it is the Screen that says so.
  std::unique_ptr<screen::Screen> screen = std::make_unique<screen::Screen>("no window system was opened");
  WindowBook window_book;
  SeenPopups seen_popups;
  Presses presses;
  std::shared_ptr<Registrations> registrations = std::make_shared<Registrations>();
  Mirrors mirrors;
};

Result<std::unique_ptr<Session>> open_session(const OpenOptions& options, const Limits& limits);

}  // namespace surehand::atspi
