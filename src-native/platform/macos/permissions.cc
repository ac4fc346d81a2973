#include "platform/macos/permissions.h"

#include <ApplicationServices/ApplicationServices.h>
#include <CoreGraphics/CoreGraphics.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <vector>

#include "platform/macos/ax/calls.h"
#include "platform/macos/process/responsible.h"

namespace surehand::ax {

namespace {

// Of those in front first: some may not answer.
constexpr size_t kMostAsked = 3;

// What others show, in order from the front.
struct Foreign {
  std::vector<pid_t> processes;
  bool any_title = false;  // an empty one, too: said to those alone who may see the screen
};

Foreign look_at_others() {
  Foreign others;
  const auto list = cf::Ref<CFArrayRef>::adopt(CGWindowListCopyWindowInfo(
      kCGWindowListOptionOnScreenOnly | kCGWindowListExcludeDesktopElements, kCGNullWindowID));
  for (CFIndex i = 0; list && i < CFArrayGetCount(list.get()); ++i) {
    const auto window = cf::as_dictionary(CFArrayGetValueAtIndex(list.get(), i));
    if (!window) continue;
    const auto pid = number_of(CFDictionaryGetValue(window, kCGWindowOwnerPID));
    const auto layer = number_of(CFDictionaryGetValue(window, kCGWindowLayer));
    if (!pid || static_cast<pid_t>(*pid) == getpid() || layer.value_or(0) != 0) continue;
    others.processes.push_back(static_cast<pid_t>(*pid));
    others.any_title |= cf::as_string(CFDictionaryGetValue(window, kCGWindowName)) != nullptr;
  }
  return others;
}

// Whether another application answers to us; nothing where there is none to ask, or none that answers.
std::optional<bool> is_answered(const Foreign& others, const Limits& limits) {
  size_t asked = 0;
  for (const pid_t process : others.processes) {
    if (asked++ == kMostAsked) break;
    const auto application = ElementRef::adopt(AXUIElementCreateApplication(process));
    const AXError error = copy(application, kAXRoleAttribute, limits).error;
    if (error == kAXErrorSuccess) return true;
    if (error == kAXErrorAPIDisabled) return false;
  }
  return std::nullopt;
}

Permission permission(const char* name, const char* setting, bool said, std::optional<bool> seen) {
  Permission permission;
  permission.name = name;
  if (seen.value_or(said)) {
    permission.state = PermissionState::kGranted;
    return permission;
  }
  const std::string where = std::string("System Settings > Privacy & Security > ") + setting;
  if (said) {
    permission.state = PermissionState::kStale;
    permission.remedy = "the switch in " + where +
                        " is on and the grant is dead, as after an update of the program that it was given to: take " +
                        whom_to_allow() + " off the list there with the minus, add it again, and start it anew";
  } else {
    permission.state = PermissionState::kDenied;
    permission.remedy = "allow " + whom_to_allow() + " in " + where + ", then start that again";
  }
  return permission;
}

}  // namespace

std::vector<Permission> list_permissions(const Limits& limits) {
  const Foreign others = look_at_others();
  // Without a window of another application nothing is proved.
  const auto sees = others.processes.empty() ? std::nullopt : std::optional(others.any_title);
  return {permission("accessibility", "Accessibility", AXIsProcessTrusted(), is_answered(others, limits)),
          permission("input", "Accessibility", CGPreflightPostEventAccess(), std::nullopt),
          permission("screen", "Screen & System Audio Recording", CGPreflightScreenCaptureAccess(), sees)};
}

std::vector<Capability> list_capabilities() {
  std::vector<Capability> capabilities;
  const auto add = [&](const char* name, bool available, const char* reason) {
    capabilities.push_back({name, available, available ? "" : reason});
  };
  add("events", AXIsProcessTrusted(), "macOS does not let this program use the accessibility of others");
  for (const char* name : {"displays", "windowAt", "foreground", "clipboard", "arrange", "realize"})
    add(name, true, "");
  const bool sees = CGPreflightScreenCaptureAccess();
  for (const char* name : {"screenshot", "screenshotCovered"}) {
    add(name, sees, "macOS does not let this program see the screen");
  }
  add("hotkey", false, "not built for macOS yet");
  add("input", CGPreflightPostEventAccess(), "macOS does not let this program send input");
  return capabilities;
}

}  // namespace surehand::ax
