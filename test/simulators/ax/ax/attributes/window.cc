#include "ax/attributes.h"
#include "cf/number.h"

namespace axsim {
namespace {

bool is_ax_window(const Subject& s) { return s.is_window() && s.role.role == "AXWindow"; }
bool is_window_or_sheet(const Subject& s) { return s.is_window() && s.role.role != "AXMenu"; }
bool has_buttons(const Subject& s) { return s.is_node && has_title_buttons(s.world(), *s.node); }
bool has_close(const Subject& s) { return s.is_node && has_close_button(s.world(), *s.node); }
bool always(const Subject&) { return true; }

template <Part kPart>
Held button(const Subject& s) {
  return element(s.at.at(kPart));
}

bool is_main(const Subject& s) {
  for (Node* window : windows_of(s.at)) {
    if (!window->is_minimized()) return window == s.node;
  }
  return false;
}

// The window's own place among those of its application; the application does not come to the front by that.
AXError set_main(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kBoolean)) return kAXErrorIllegalArgument;
  if (!CFBooleanGetValue(static_cast<CFBooleanRef>(value))) return kAXErrorSuccess;
  const Node* active = s.world().active_window();
  if (active && active->app == s.at.app) s.world().raise(*s.node);
  return kAXErrorSuccess;
}

AXError set_minimized(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kBoolean)) return kAXErrorIllegalArgument;
  const bool on = CFBooleanGetValue(static_cast<CFBooleanRef>(value));
  s.world().note(s.world().entry("arrange", s.at.app, s.node).set("how", on ? "minimize" : "restore"));
  s.node->minimize(on);
  s.world().touched();
  return kAXErrorSuccess;
}

AXError set_full_screen(Subject& s, CFTypeRef value) {
  if (!is_a(value, Object::Type::kBoolean)) return kAXErrorIllegalArgument;
  surehand::Arrangement arrangement{};
  arrangement.kind = CFBooleanGetValue(static_cast<CFBooleanRef>(value)) ? surehand::Arrangement::Kind::kMaximize
                                                                         : surehand::Arrangement::Kind::kRestore;
  s.world().arrange(*s.node, arrangement);
  return kAXErrorSuccess;
}

bool is_document(const Subject& s) { return s.has_role({"AXWebArea"}); }

Held default_button(const Subject& s) {
  const auto find = [](const Node& node, auto&& self) -> const Node* {
    for (const auto& child : node.children) {
      if (!child->present) continue;
      if (child->is(State::kDefault)) return child.get();
      if (const Node* found = self(*child, self)) return found;
    }
    return nullptr;
  };
  const Node* found = find(*s.node, find);
  return found ? element(s.at.of(*found)) : Held();
}

}  // namespace

const std::vector<Attribute>& window_attributes() {
  static const std::vector<Attribute> list = {
      {"AXMain", is_ax_window, [](const Subject& s) { return truth(is_main(s)); }, always, set_main},
      {"AXMinimized", is_ax_window, [](const Subject& s) { return truth(s.node->is_minimized()); }, always,
       set_minimized},
      {"AXModal", is_window_or_sheet, [](const Subject& s) { return truth(s.node->is(State::kModal)); }},
      {"AXFullScreen", has_buttons, [](const Subject& s) { return truth(s.node->restored.has_value()); }, always,
       set_full_screen},
      {"AXCloseButton", has_close, button<Part::kCloseButton>},
      {"AXMinimizeButton", has_buttons, button<Part::kMinimizeButton>},
      {"AXZoomButton", has_buttons, button<Part::kZoomButton>},
      {"AXFullScreenButton", has_buttons, button<Part::kZoomButton>},
      {"AXDefaultButton", is_window_or_sheet, default_button},
      {"AXCancelButton", is_window_or_sheet, [](const Subject&) { return Held(); }},
      {"AXProxy", is_ax_window, [](const Subject&) { return Held(); }},
      {"AXDocument", is_ax_window, [](const Subject&) { return Held(); }},
      {"AXURL", is_document, [](const Subject&) { return Held(); }},
  };
  return list;
}

}  // namespace axsim
