#include "platform/macos/invoke/invocation.h"

#include "platform/macos/cf/string.h"
#include "platform/macos/errors.h"

namespace surehand::ax {

namespace {

// How long an application may take to show that it goes on, once a call into it has failed.
constexpr Milliseconds kInvocationProbe{500};

}  // namespace

Status Invocation::learn() {
  const Answer role = copy(element_, kAXRoleAttribute, limits_);
  if (role.error != kAXErrorSuccess && !is_absent(role.error)) {
    return read_failed(application(), role.error, "read what the element is");
  }
  if (const auto name = cf::as_string(role.value.get())) facts_.role = cf::utf8_of(name);
  facts_.subrole = text(element_, kAXSubroleAttribute, limits_).value_or("");
  AXError error = kAXErrorSuccess;
  facts_.actions = action_names(element_, limits_, error);
  if (is_gone(error) || is_silent(error))
    return read_failed(application(), error, "read what can be done to the element");
  return Done{};
}

Error Invocation::unsupported(std::string_view what, json::Value details) const {
  return {ErrorCode::kUnsupported, "the element offers no way to " + std::string(what), std::move(details)};
}

std::string Invocation::name_of(CFStringRef name) { return cf::utf8_of(name); }

bool Invocation::goes_on() const {
  const auto application = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application_->pid)));
  return copy(application, kAXRoleAttribute, limits_.capped(kInvocationProbe)).error == kAXErrorSuccess;
}

Result<Dispatch> Invocation::perform(CFStringRef action, Route route) {
  const std::string name = name_of(action);
  if (auto error = limits_.exceeded(name)) return std::move(*error);
  Dispatch dispatch{route, name};
  sending_.begin(route, name);
  const AXError error = ax::perform(element_, action, limits_);
  sending_.end();
  if (error == kAXErrorSuccess) return dispatch;
  if (is_silent(error) && goes_on()) {
    // A modal dialog or a menu that it opened has its loop; what it said of itself comes too late for anybody.
    dispatch.pending = true;
    return dispatch;
  }
  return act_failed(application(), error, name);
}

AXError Invocation::send_write(const ElementRef& to, CFStringRef attribute, CFTypeRef value, Route route) {
  if (limits_.exceeded("a write")) return kAXErrorCannotComplete;
  sending_.begin(route, name_of(attribute));
  const AXError error = ax::set(to, attribute, value, limits_);
  sending_.end();
  return error;
}

Error Invocation::write_failed(AXError error, CFStringRef attribute) const {
  // Read back, and it is not so: it was declined.
  const bool declined = error == kAXErrorFailure || error == kAXErrorIllegalArgument ||
                        error == kAXErrorAttributeUnsupported || error == kAXErrorNoValue;
  if (declined) {
    return unsupported("set its " + name_of(attribute) + " at present; the application declined it with " +
                       error_name(error));
  }
  return act_failed(application(), error, name_of(attribute));
}

}  // namespace surehand::ax
