#include "platform/linux/permissions.h"

#include "platform/linux/quirks/gtk2.h"
#include "platform/linux/x11/properties.h"
#include "platform/linux/x11/screenshot.h"

namespace surehand::atspi {

// A desktop is open, so its accessibility bus answers. X11 lets every client see and do everything; a Wayland session lets none.
Result<std::vector<Permission>> list_permissions(Session& session) {
  std::vector<Permission> permissions = {{"accessibility", PermissionState::kGranted, ""}};
  const auto display = session.screen.display();
  for (const char* name : {"input", "screen"}) {
    if (display) {
      permissions.push_back({name, PermissionState::kNotNeeded, ""});
    } else {
      permissions.push_back({name, PermissionState::kDenied, display.error().message});
    }
  }
  return permissions;
}

Result<std::vector<Capability>> list_capabilities(Session& session, const Limits& limits) {
  auto display = session.screen.display();
  std::vector<Capability> capabilities = {{"events", true, ""}};
  const auto add = [&](std::string name, const std::string& lacks) {
    capabilities.push_back({std::move(name), lacks.empty(), lacks});
  };
  const std::string without = display ? "" : display.error().message;
  for (const char* name : {"displays", "windowAt", "foreground", "screenshot", "clipboard", "hotkey"})
    add(name, without);
  std::string no_input = without, no_cover = without, no_manager = without;
  if (display) {
    if ((*display)->xtest() == 0) no_input = "the X server lacks the XTEST extension, which makes input";
    if (!x11::is_composited(**display, limits)) no_cover = x11::kNotComposited;
    SUREHAND_TRY(talk, (*display)->talk(limits));
    SUREHAND_TRY(managed, x11::manager_supports(*talk, x11::Name::kStateMaximizedVert));
    if (!*managed) no_manager = "no window manager runs that minimizes and maximizes windows";
  }
  add("input", no_input);
  add("screenshotCovered", no_cover);
  add("arrange", no_manager);
  add("realize", "");
  add("gtk2Trees",
      has_gtk2_bridge() ? "" : std::string("the module atk-bridge for GTK 2 is not installed: ") + kGtk2Bridge);
  return capabilities;
}

}  // namespace surehand::atspi
