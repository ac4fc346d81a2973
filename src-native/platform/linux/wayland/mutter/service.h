#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/linux/wayland/remote/service.h"

// GNOME's compositor, mutter, and its shell, over the session bus.
namespace surehand::wayland::mutter {

inline constexpr std::string_view kRemoteDesktop = "org.gnome.Mutter.RemoteDesktop";
inline constexpr std::string_view kScreenCast = "org.gnome.Mutter.ScreenCast";
inline constexpr std::string_view kDisplayConfig = "org.gnome.Mutter.DisplayConfig";
inline constexpr std::string_view kShell = "org.gnome.Shell";

// See remote::ask.
Result<dbus::Reply> ask(dbus::Connection& bus, const dbus::Call& call, const Limits& limits);

using remote::has_owner;

}  // namespace surehand::wayland::mutter
