#include "platform/linux/errors.h"

#include <optional>
#include <string>
#include <utility>

#include "platform/linux/process/process.h"
#include "platform/posix/children.h"

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

namespace {

// How a program ended that was started from here. A program that crashes is off the bus before its end is known.
std::optional<ProgramReport> end_of(int64_t process) {
  constexpr Milliseconds kPatience{200};
  const auto pid = static_cast<pid_t>(process);
  auto& children = Children::of_this_process();
  auto report = process > 0 ? children.report(pid) : std::nullopt;
  if (report && report->running) {
    const auto held = Process::open(pid);
    if (held) (void)held->wait(Limits::within(kPatience));
    report = children.report(pid);
  }
  return report && !report->running ? std::move(report) : std::nullopt;
}

}  // namespace

Error app_exited(const ApplicationRecord& application) {
  json::Value details;
  details.set("application", application.name);
  if (application.pid != 0) details.set("pid", application.pid);
  std::string how;
  if (const auto end = end_of(application.pid)) {
    if (end->exit_code) {
      details.set("exitCode", static_cast<int64_t>(*end->exit_code));
      how = " with code " + std::to_string(*end->exit_code);
    } else if (!end->signal.empty()) {
      details.set("signal", end->signal);
      how = " by signal " + end->signal;
    }
  }
  return {ErrorCode::kAppExited, application.name + " has exited" + how + "; start it again and look it up anew",
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
        "; the action that was sent to it may have opened a dialog that keeps it from answering until a user closes "
        "it: a screenshot shows it. A click by input (`route: 'input'`) opens it without that. Otherwise it is busy or "
        "stopped";
  }
  return {ErrorCode::kAppUnresponsive,
          application.name + " did not answer within " + std::to_string(waited.count()) + " ms when asked for " +
              std::string(awaited) + std::string(advice),
          std::move(details)};
}

}  // namespace surehand::atspi
