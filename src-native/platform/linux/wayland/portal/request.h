#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/run/limits.h"
#include "platform/linux/dbus/connection.h"
#include "platform/linux/wayland/portal/answer.h"

// The portals of the desktop, over the session bus: https://flatpak.github.io/xdg-desktop-portal/docs/
namespace surehand::wayland::portal {

inline constexpr std::string_view kRemoteDesktop = "org.freedesktop.portal.RemoteDesktop";
inline constexpr std::string_view kScreenCast = "org.freedesktop.portal.ScreenCast";
inline constexpr std::string_view kClipboard = "org.freedesktop.portal.Clipboard";
inline constexpr std::string_view kObject = "/org/freedesktop/portal/desktop";

// The program that has the portals, by the unique name of its connection: what takes the common name over later is another program, which
// knows none of our sessions.
struct Portal {
  std::string owner;
  uint32_t version = 0;  // of RemoteDesktop
  uint32_t devices = 0;  // that there are
  bool casts_monitors = false;
  bool hides_pointer = false;  // in a cast
  bool has_clipboard = false;  // from xdg-desktop-portal 1.18 on

  // Nothing where no program has the interface RemoteDesktop, and none can be started that does.
  static Result<std::optional<Portal>> find(dbus::Connection& bus, const Limits& limits);
};

// One call, and its reply. NO_DESKTOP when the portal is gone, PERMISSION_DENIED when it forbids the call.
Result<dbus::Reply> ask(dbus::Connection& bus, const dbus::Call& call, const Limits& limits);

// What the portal calls an object of ours: `kind` is `request` or `session`.
std::string path_of(const dbus::Connection& bus, std::string_view kind, const std::string& token);

// A call that is answered later, by a signal.
struct Question {
  std::string_view interface, member, signature;
  // Writes the arguments before the options, and the options but `handle_token`.
  std::function<void(dbus::Writer&)> arguments = [](dbus::Writer&) {};
  std::function<void(dbus::Writer&)> options = [](dbus::Writer&) {};
  bool asks_person = false;
};

// Its answer, whatever its code. `ended` is asked from time to time why none will come any more. What is given up is closed, and a dialog
// with it.
Result<Answer> request(dbus::Connection& bus, const Portal& portal, const Question& question,
                       const std::function<std::optional<Error>()>& ended, const Limits& limits);

}  // namespace surehand::wayland::portal
