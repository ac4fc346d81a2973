#include "platform/linux/errors.h"

#include <string>
#include <utility>

namespace surehand::atspi {

bool is_gone(const dbus::Reply& reply) {
  // A program that says so is there.
  if (!reply.is_error() || reply.message->sender() != dbus::kBusName) return false;
  return reply.is_error("org.freedesktop.DBus.Error.ServiceUnknown") ||
         reply.is_error("org.freedesktop.DBus.Error.NameHasNoOwner") ||
         reply.is_error("org.freedesktop.DBus.Error.NoReply") ||
         reply.is_error("org.freedesktop.DBus.Error.Disconnected");
}

bool is_unknown(const dbus::Reply& reply) {
  return reply.is_error("org.freedesktop.DBus.Error.UnknownMethod") ||
         reply.is_error("org.freedesktop.DBus.Error.UnknownInterface") ||
         reply.is_error("org.freedesktop.DBus.Error.UnknownProperty") ||
         reply.is_error("org.freedesktop.DBus.Error.NotSupported");
}

Error app_exited(const ApplicationRecord& application) {
  json::Value details;
  details.set("application", application.name);
  if (application.pid != 0) details.set("pid", application.pid);
  return {ErrorCode::kAppExited, application.name + " has exited; start it again and look it up anew",
          std::move(details)};
}

Error app_unresponsive(const ApplicationRecord& application, Milliseconds waited, std::string_view awaited) {
  json::Value details;
  details.set("application", application.name);
  if (application.pid != 0) details.set("pid", application.pid);
  details.set("waited", static_cast<int64_t>(waited.count()));
  std::string_view advice = "; it may be busy or stopped: try again, or end it";
  if (*application.silent_since_act) {
    advice =
        "; the action that was sent to it may have opened a dialog that keeps it from answering until somebody closes "
        "it: a screenshot shows it. A click by input (`route: 'input'`) opens it without that. Otherwise it is busy or "
        "stopped";
  }
  return {ErrorCode::kAppUnresponsive,
          application.name + " did not answer within " + std::to_string(waited.count()) + " ms when asked for " +
              std::string(awaited) + std::string(advice),
          std::move(details)};
}

}  // namespace surehand::atspi
