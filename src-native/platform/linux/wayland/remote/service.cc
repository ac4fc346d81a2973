#include "platform/linux/wayland/remote/service.h"

#include <utility>

namespace surehand::wayland::remote {
namespace {

ErrorCode code_of(std::string_view name) {
  constexpr std::string_view kCommon = "org.freedesktop.DBus.Error.";
  if (name.rfind(kCommon, 0) != 0) return ErrorCode::kRefused;
  name.remove_prefix(kCommon.size());
  // A compositor that ends takes its name with it, or leaves a call without an answer.
  if (name == "ServiceUnknown" || name == "NameHasNoOwner" || name == "NoReply" || name == "Disconnected") {
    return ErrorCode::kNoDesktop;
  }
  if (name == "AccessDenied") return ErrorCode::kPermissionDenied;
  if (name == "UnknownMethod" || name == "UnknownInterface" || name == "UnknownObject") return ErrorCode::kUnsupported;
  return ErrorCode::kRefused;
}

}  // namespace

Result<dbus::Reply> ask(dbus::Connection& bus, const dbus::Call& call, const Service& service, const Limits& limits) {
  SUREHAND_TRY(reply, bus.call(call, limits));
  if (reply->is_reply()) return reply;
  const std::string_view name = reply->message ? reply->message->error_name() : std::string_view();
  const ErrorCode code = code_of(name);
  const std::string what = std::string(call.interface) + "." + std::string(call.member);
  if (code == ErrorCode::kNoDesktop) {
    return Error{code, service.name + " ended: " + what + " has no answer; " + service.remedy, {}};
  }
  std::string why(reply->message ? reply->message->error_text() : std::string_view());
  return Error{code, service.name + " refused " + what + ": " + (why.empty() ? std::string(name) : why), {}};
}

Result<bool> has_owner(dbus::Connection& bus, std::string_view name, const Limits& limits) {
  dbus::Writer body;
  body.string(name);
  const dbus::Call call{dbus::kBusName, "/org/freedesktop/DBus", dbus::kBusName, "NameHasOwner", "s", &body};
  SUREHAND_TRY(reply, ask(bus, call, {"the bus", "start the desktop session again"}, limits));
  return reply->body().boolean();
}

}  // namespace surehand::wayland::remote
