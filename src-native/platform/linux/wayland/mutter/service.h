#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/linux/dbus/connection.h"

// GNOME's compositor, mutter, and its shell, over the session bus.
namespace surehand::wayland::mutter {

inline constexpr std::string_view kRemoteDesktop = "org.gnome.Mutter.RemoteDesktop";
inline constexpr std::string_view kScreenCast = "org.gnome.Mutter.ScreenCast";
inline constexpr std::string_view kDisplayConfig = "org.gnome.Mutter.DisplayConfig";
inline constexpr std::string_view kShell = "org.gnome.Shell";

// One call, and its reply. An error reply becomes an Error: NO_DESKTOP when the compositor is gone, PERMISSION_DENIED when it forbids the
// call, UNSUPPORTED when it has no such interface, REFUSED otherwise.
Result<dbus::Reply> ask(dbus::Connection& bus, const dbus::Call& call, const Limits& limits);

// Whether a program on the bus has that name.
Result<bool> has_owner(dbus::Connection& bus, std::string_view name, const Limits& limits);

}  // namespace surehand::wayland::mutter
