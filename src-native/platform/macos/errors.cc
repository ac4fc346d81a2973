#include "platform/macos/errors.h"

#include <errno.h>
#include <signal.h>

#include <utility>

#include "platform/macos/process/responsible.h"

namespace surehand::ax {

namespace {

struct Named {
  AXError error;
  std::string_view name;
};
constexpr Named kNames[] = {
    {kAXErrorSuccess, "kAXErrorSuccess"},
    {kAXErrorFailure, "kAXErrorFailure"},
    {kAXErrorIllegalArgument, "kAXErrorIllegalArgument"},
    {kAXErrorInvalidUIElement, "kAXErrorInvalidUIElement"},
    {kAXErrorInvalidUIElementObserver, "kAXErrorInvalidUIElementObserver"},
    {kAXErrorCannotComplete, "kAXErrorCannotComplete"},
    {kAXErrorAttributeUnsupported, "kAXErrorAttributeUnsupported"},
    {kAXErrorActionUnsupported, "kAXErrorActionUnsupported"},
    {kAXErrorNotificationUnsupported, "kAXErrorNotificationUnsupported"},
    {kAXErrorNotImplemented, "kAXErrorNotImplemented"},
    {kAXErrorNotificationAlreadyRegistered, "kAXErrorNotificationAlreadyRegistered"},
    {kAXErrorNotificationNotRegistered, "kAXErrorNotificationNotRegistered"},
    {kAXErrorAPIDisabled, "kAXErrorAPIDisabled"},
    {kAXErrorNoValue, "kAXErrorNoValue"},
    {kAXErrorParameterizedAttributeUnsupported, "kAXErrorParameterizedAttributeUnsupported"},
    {kAXErrorNotEnoughPrecision, "kAXErrorNotEnoughPrecision"},
};

bool is_running(const ApplicationRecord& application) {
  return kill(static_cast<pid_t>(application.pid), 0) == 0 || errno != ESRCH;
}

json::Value facts(const ApplicationRecord& application) {
  json::Value details;
  details.set("application", application.name).set("pid", application.pid);
  return details;
}

}  // namespace

std::string error_name(AXError error) {
  std::string_view name = "AXError";
  for (const Named& each : kNames) {
    if (each.error == error) name = each.name;
  }
  return std::string(name) + " (" + std::to_string(static_cast<int>(error)) + ")";
}

bool is_gone(AXError error) { return error == kAXErrorInvalidUIElement; }
bool is_silent(AXError error) { return error == kAXErrorCannotComplete; }
bool is_absent(AXError error) {
  return error == kAXErrorNoValue || error == kAXErrorAttributeUnsupported ||
         error == kAXErrorParameterizedAttributeUnsupported;
}

Error read_failed(const ApplicationRecord& application, AXError error, std::string_view tried) {
  if (error == kAXErrorAPIDisabled) return not_trusted();
  const bool running = is_running(application);
  if (!running && (is_gone(error) || is_silent(error))) return app_exited(application);
  if (is_gone(error)) return stale();
  if (is_silent(error)) return app_unresponsive(application, tried);
  return {ErrorCode::kRefused,
          "could not " + std::string(tried) + ": " + application.name + " answered " + error_name(error),
          facts(application)};
}

Error act_failed(const ApplicationRecord& application, AXError error, std::string_view what) {
  if (error == kAXErrorAPIDisabled) return not_trusted();
  if (!is_running(application)) return app_exited(application).maybe_sent();
  json::Value details = facts(application);
  details.set("reason", error_name(error));
  return Error{ErrorCode::kOutcomeUnknown,
               std::string(what) + " was sent to " + application.name + " and answered with " + error_name(error) +
                   ", which it is as well when it has been done; look at the application before doing it again",
               std::move(details)}
      .maybe_sent();
}

Error stale() { return {ErrorCode::kStale, "the element is not there any more; find it again", {}}; }

Error app_exited(const ApplicationRecord& application) {
  return {ErrorCode::kAppExited, application.name + " has exited; start it again and look it up anew",
          facts(application)};
}

Error app_unresponsive(const ApplicationRecord& application, std::string_view tried) {
  return {ErrorCode::kAppUnresponsive,
          "could not " + std::string(tried) + ": " + application.name +
              " did not answer; it may be busy or stopped: try again, or end it",
          facts(application)};
}

Error not_trusted() {
  return {ErrorCode::kPermissionDenied,
          "macOS does not let this program use the accessibility of others: allow " + whom_to_allow() +
              " in System Settings > Privacy & Security > Accessibility, then start that again; where it is allowed "
              "already, take it out of the list and add it anew",
          {}};
}

}  // namespace surehand::ax
