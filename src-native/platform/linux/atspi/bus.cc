#include "platform/linux/atspi/bus.h"

#include <optional>
#include <string>

namespace surehand::atspi {
namespace {

constexpr std::string_view kLauncher = "org.a11y.Bus";
constexpr std::string_view kLauncherPath = "/org/a11y/bus";

Error no_desktop(std::string message) { return {ErrorCode::kNoDesktop, std::move(message), {}}; }

// Qt 6, Firefox and Chromium publish nothing until this is set; a desktop without the property (a bare
// at-spi-bus-launcher of another make) still has a usable bus, so a refusal is not an error.
Status switch_on(dbus::Connection& session, const Limits& limits) {
  dbus::Writer body;
  body.string("org.a11y.Status").string("IsEnabled").variant("b").boolean(true);
  auto reply = session.call({kLauncher, kLauncherPath, "org.freedesktop.DBus.Properties", "Set", "ssv", &body}, limits);
  if (!reply.ok()) return reply.take_error();
  return Done{};
}

Result<std::string> ask_launcher(dbus::Connection& session, const Limits& limits) {
  auto reply = session.call({kLauncher, kLauncherPath, "org.a11y.Bus", "GetAddress", "", nullptr}, limits);
  if (!reply.ok()) return reply.take_error();
  if (!reply->is_reply()) {
    const std::string seen = reply->message ? std::string(reply->message->error_name()) : "no answer";
    return no_desktop("the session bus has no accessibility service (org.a11y.Bus: " + seen +
                      "); install at-spi2-core and start the session again");
  }
  auto body = reply->body();
  std::string address(body.string());
  if (!body.ok() || address.empty()) {
    return no_desktop("org.a11y.Bus gave no address for the accessibility bus; restart at-spi-bus-launcher");
  }
  return address;
}

// What every D-Bus library falls back to on a systemd session.
std::optional<std::string> session_address_of(const Environment& environment) {
  auto address = environment.get("DBUS_SESSION_BUS_ADDRESS");
  const auto runtime = environment.get("XDG_RUNTIME_DIR");
  if (!address && runtime) address = "unix:path=" + *runtime + "/bus";
  return address;
}

}  // namespace

Status switch_on_accessibility(const Environment& environment, const Limits& limits) {
  const auto address = session_address_of(environment);
  if (!address) return Done{};
  SUREHAND_TRY(session, dbus::Connection::open(*address, environment.get("XDG_RUNTIME_DIR").value_or(""), limits));
  return switch_on(**session, limits);
}

Result<std::shared_ptr<dbus::Connection>> open_bus(const Environment& environment, const Limits& limits) {
  const std::string runtime = environment.get("XDG_RUNTIME_DIR").value_or("");
  const auto direct = environment.get("AT_SPI_BUS_ADDRESS");
  const auto session_address = session_address_of(environment);
  if (!direct && !session_address) {
    return no_desktop(
        "no desktop session: neither AT_SPI_BUS_ADDRESS nor DBUS_SESSION_BUS_ADDRESS is set; run inside a "
        "desktop "
        "session, or start one with surehand/headless");
  }

  std::string address = direct.value_or("");
  if (session_address) {
    auto session = dbus::Connection::open(*session_address, runtime, limits);
    if (session.ok()) {
      auto status = switch_on(**session, limits);
      if (!status.ok() && !direct) return status.take_error();
      if (!direct) {
        auto asked = ask_launcher(**session, limits);
        if (!asked.ok()) return asked.take_error();
        address = asked.take();
      }
    } else if (!direct) {
      return no_desktop("cannot reach the session bus at " + *session_address + ": " + session.error().message);
    }
  }

  auto bus = dbus::Connection::open(address, runtime, limits);
  if (!bus.ok()) return no_desktop("cannot reach the accessibility bus at " + address + ": " + bus.error().message);
  return bus;
}

}  // namespace surehand::atspi
