#include "platform/macos/permissions.h"

#include <ApplicationServices/ApplicationServices.h>
#include <CoreGraphics/CoreGraphics.h>

namespace surehand::ax {

namespace {

Permission permission(const char* name, bool granted, const char* setting) {
  Permission permission;
  permission.name = name;
  permission.state = granted ? PermissionState::kGranted : PermissionState::kDenied;
  if (!granted) {
    permission.remedy = std::string(
                            "allow the program that started this one (a terminal, an editor) in System Settings > "
                            "Privacy & Security > ") +
                        setting + ", then start that again";
  }
  return permission;
}

}  // namespace

std::vector<Permission> list_permissions() {
  return {permission("accessibility", AXIsProcessTrusted(), "Accessibility"),
          permission("input", CGPreflightPostEventAccess(), "Accessibility"),
          permission("screen", CGPreflightScreenCaptureAccess(), "Screen Recording")};
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
  add("input", CGPreflightPostEventAccess(), "macOS does not let this program send input");
  return capabilities;
}

}  // namespace surehand::ax
