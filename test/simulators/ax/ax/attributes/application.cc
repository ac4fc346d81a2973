#include "ax/attributes.h"
#include "cf/number.h"

namespace axsim {
namespace {

bool is_application(const Subject& s) { return s.is_application(); }
bool always(const Subject&) { return true; }

std::vector<Place> window_places(const Subject& s) {
  std::vector<Place> places;
  for (const Node* window : windows_of(s.at)) {
    if (ax_role(s.world(), *window).role != "AXMenu") places.push_back(s.at.of(*window));
  }
  return places;
}

// The window that the application's keys go to: a modal one, or the one in front.
Held focused_window(const Subject& s) {
  for (Node* window : windows_of(s.at)) {
    if (window->is_minimized() || !window->is(State::kVisible)) continue;
    if (const Node* modal = s.world().modal_over(*window)) return element(s.at.of(*modal));
    return element(s.at.of(*window));
  }
  return {};
}

Held main_window(const Subject& s) {
  for (const Node* window : windows_of(s.at)) {
    if (!window->is_minimized() && ax_role(s.world(), *window).subrole == "AXStandardWindow") {
      return element(s.at.of(*window));
    }
  }
  return focused_window(s);
}

Held focused_element(const Subject& s) {
  const Node* focused = s.world().focused();
  return focused && focused->app == s.at.app ? element(s.at.of(*focused)) : Held();
}

Held menu_bar(const Subject& s) {
  const Node* bar = menu_bar_of(*s.at.app);
  return bar ? element(s.at.of(*bar)) : Held();
}

bool is_frontmost(const Subject& s) {
  const Node* active = s.world().active_window();
  return active && active->app == s.at.app;
}

// All of its windows come to the front, in the order that they are in.
AXError set_frontmost(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kBoolean)) return kAXErrorIllegalArgument;
  if (!CFBooleanGetValue(static_cast<CFBooleanRef>(value)) || is_frontmost(s)) return kAXErrorSuccess;
  auto windows = windows_of(s.at);
  s.world().note(s.world().entry("activate", s.at.app, windows.empty() ? nullptr : windows.front()));
  for (auto at = windows.rbegin(); at != windows.rend(); ++at) {
    if (!(*at)->is_minimized()) s.world().raise(**at);
  }
  return kAXErrorSuccess;
}

template <const char* kName>
Held read_switch(const Subject& s) {
  return truth(s.at.desktop->switches[{s.at.app->pid, kName}]);
}

template <const char* kName>
AXError set_switch(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kBoolean)) return kAXErrorIllegalArgument;
  const bool on = CFBooleanGetValue(static_cast<CFBooleanRef>(value));
  s.at.desktop->switches[{s.at.app->pid, kName}] = on;
  s.world().note(s.world().entry("switch", s.at.app, nullptr).set("attribute", kName).set("on", on));
  return kAXErrorSuccess;
}

constexpr char kHidden[] = "AXHidden";
constexpr char kEnhanced[] = "AXEnhancedUserInterface";
constexpr char kManual[] = "AXManualAccessibility";

}  // namespace

const std::vector<Attribute>& application_attributes() {
  static const std::vector<Attribute> list = {
      {"AXWindows", is_application, [](const Subject& s) { return elements(window_places(s)); }},
      {"AXFocusedWindow", is_application, focused_window},
      {"AXMainWindow", is_application, main_window},
      {"AXFocusedUIElement", is_application, focused_element},
      {"AXMenuBar", is_application, menu_bar},
      {"AXExtrasMenuBar", is_application, [](const Subject&) { return Held(); }},
      {"AXFrontmost", is_application, [](const Subject& s) { return truth(is_frontmost(s)); }, always, set_frontmost},
      {"AXHidden", is_application, read_switch<kHidden>, always, set_switch<kHidden>},
      {"AXEnhancedUserInterface", is_application, read_switch<kEnhanced>, always, set_switch<kEnhanced>},
      {"AXManualAccessibility", [](const Subject& s) { return s.is_application() && s.at.app->toolkit == "Electron"; },
       read_switch<kManual>, always, set_switch<kManual>},
  };
  return list;
}

}  // namespace axsim
