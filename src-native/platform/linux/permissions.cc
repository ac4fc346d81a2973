#include "platform/linux/permissions.h"

#include "platform/linux/quirks/gtk2.h"

namespace surehand::atspi {

// A desktop is open, so its accessibility bus answers. X11 and sway let every client see and do things, KWin those that it permits, portals
// those that a person agrees to when they are first used.
Result<std::vector<Permission>> list_permissions(Session& session, const Limits& limits) {
  SUREHAND_TRY(lacks, session.screen->lacks(limits));
  std::vector<Permission> permissions = {{"accessibility", PermissionState::kGranted, ""}};
  const auto add = [&](const char* name, const std::string& why, const std::string& route) {
    PermissionState state = lacks->consented ? PermissionState::kGranted : PermissionState::kNotNeeded;
    if (!lacks->consent.empty()) state = PermissionState::kPrompt;
    if (!why.empty()) state = PermissionState::kDenied;
    permissions.push_back({name, state, why.empty() ? lacks->consent : why, why.empty() ? route : ""});
  };
  add("input", lacks->input, lacks->input_by);
  add("screen", lacks->screenshot, lacks->screenshot_by);
  return permissions;
}

Result<std::vector<Capability>> list_capabilities(Session& session, const Limits& limits) {
  SUREHAND_TRY(lacks, session.screen->lacks(limits));
  std::vector<Capability> capabilities = {{"events", true, ""}};
  const auto add = [&](std::string name, const std::string& why) {
    capabilities.push_back({std::move(name), why.empty(), why});
  };
  add("displays", session.screen->reason());
  for (const char* name : {"windowAt", "foreground"}) add(name, lacks->windows);
  add("screenshot", lacks->screenshot);
  add("clipboard", lacks->clipboard);
  add("hotkey", lacks->hotkey);
  add("input", lacks->input);
  add("screenshotCovered", lacks->covered);
  add("arrange", lacks->arrange);
  add("realize", "");
  add("gtk2Trees",
      has_gtk2_bridge() ? "" : std::string("the module atk-bridge for GTK 2 is not installed: ") + kGtk2Bridge);
  return capabilities;
}

}  // namespace surehand::atspi
