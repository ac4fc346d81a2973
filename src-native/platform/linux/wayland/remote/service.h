#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/linux/dbus/connection.h"

// What compositors have in common that make input through a remote desktop session on the session bus.
namespace surehand::wayland::remote {

// A program that is asked over the bus, for messages: "the compositor", and what to do when it has ended.
struct Service {
  std::string name, remedy;
};

// One call, and its reply. An error reply becomes an Error: NO_DESKTOP when the program is gone, PERMISSION_DENIED when it forbids the call,
// UNSUPPORTED when it has no such interface, REFUSED otherwise.
Result<dbus::Reply> ask(dbus::Connection& bus, const dbus::Call& call, const Service& service, const Limits& limits);

// Whether a program on the bus has that name.
Result<bool> has_owner(dbus::Connection& bus, std::string_view name, const Limits& limits);

}  // namespace surehand::wayland::remote
