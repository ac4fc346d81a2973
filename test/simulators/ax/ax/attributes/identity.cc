#include "ax/attributes.h"
#include "platform/simulated/world/roles.h"

namespace axsim {
namespace {

bool always(const Subject&) { return true; }
bool has_place(const Subject& s) { return !s.is_application() && bounds_of(s.at).has_value(); }

const std::optional<std::string>& of(const Subject& s, TextField field) { return s.node->text(field); }

// Where the name of a node is said: in the title, as most controls; in the description, as what shows none; as the value, as text.
bool is_titled(const Subject& s) {
  return s.is_window() ||
         s.has_role({"AXWindow", "AXSheet", "AXButton", "AXCheckBox", "AXRadioButton", "AXMenuItem", "AXMenuBarItem",
                     "AXDisclosureTriangle", "AXMenuButton", "AXHeading", "AXRow", "AXCell", "AXHelpTag"});
}
bool is_text(const Subject& s) { return s.has_role({"AXStaticText"}); }

Held role(const Subject& s) {
  switch (s.at.place.part) {
    case Part::kApplication:
      return text("AXApplication");
    case Part::kMenu:
      return text("AXMenu");
    case Part::kCloseButton:
    case Part::kMinimizeButton:
    case Part::kZoomButton:
      return text("AXButton");
    case Part::kColumn:
      return text("AXColumn");
    case Part::kRow:
      return text("AXRow");
    case Part::kRowText:
      return text("AXStaticText");
    default:
      return text(s.role.role);
  }
}

std::string subrole_of(const Subject& s) {
  switch (s.at.place.part) {
    case Part::kCloseButton:
      return "AXCloseButton";
    case Part::kMinimizeButton:
      return "AXMinimizeButton";
    case Part::kZoomButton:
      return "AXFullScreenButton";
    case Part::kRow:
      return s.node->role == Role::kTree ? "AXOutlineRow" : "AXTableRow";
    default:
      return s.role.subrole;
  }
}

bool has_subrole(const Subject& s) { return !subrole_of(s).empty(); }
Held subrole(const Subject& s) { return text(subrole_of(s)); }

Held role_description(const Subject& s) {
  if (s.is_node) {
    if (const auto& said = of(s, TextField::kLocalizedRole)) return text(*said);
    return text(to_string(s.node->role));
  }
  return text("element");
}

Held title(const Subject& s) {
  if (s.is_application()) return text(s.at.app->name);
  const auto& name = of(s, TextField::kName);
  return text(is_titled(s) ? name.value_or("") : "");
}

Held description(const Subject& s) {
  const auto& name = of(s, TextField::kName);
  return name && !is_titled(s) && !is_text(s) ? text(*name) : Held();
}

Held help(const Subject& s) {
  const auto& said = of(s, TextField::kDescription);
  return said ? text(*said) : Held();
}

Held identifier(const Subject& s) {
  const auto& said = of(s, TextField::kId);
  return said ? text(*said) : Held();
}

Held parent(const Subject& s) {
  const auto place = parent_of(s.at);
  return place ? element(*place) : Held();
}

Held window(const Subject& s) { return element(s.at.of(World::window_of(*s.node))); }

bool is_in_window(const Subject& s) {
  return !s.is_application() && s.node && !(s.is_node && is_window(*s.node)) && !is_in_menu_bar(*s.node);
}

bool has_children(const Subject& s) { return s.at.place.part != Part::kRowText; }

bool is_movable(const Subject& s) { return s.is_window() && s.role.role == "AXWindow"; }

AXError move(Subject& s, CFTypeRef value) {
  CGPoint to;
  if (!is_a(value, Object::Type::kAxValue) ||
      !AXValueGetValue(static_cast<AXValueRef>(value), kAXValueTypeCGPoint, &to)) {
    return kAXErrorIllegalArgument;
  }
  surehand::Arrangement arrangement{};
  arrangement.kind = surehand::Arrangement::Kind::kMove;
  arrangement.x = static_cast<int32_t>(to.x);
  arrangement.y = static_cast<int32_t>(to.y);
  s.world().arrange(*s.node, arrangement);
  s.world().note(s.world().entry("arrange", s.at.app, s.node).set("how", "move"));
  return kAXErrorSuccess;
}

AXError resize(Subject& s, CFTypeRef value) {
  CGSize to;
  if (!is_a(value, Object::Type::kAxValue) ||
      !AXValueGetValue(static_cast<AXValueRef>(value), kAXValueTypeCGSize, &to)) {
    return kAXErrorIllegalArgument;
  }
  surehand::Arrangement arrangement{};
  arrangement.kind = surehand::Arrangement::Kind::kResize;
  arrangement.width = static_cast<int32_t>(to.width);
  arrangement.height = static_cast<int32_t>(to.height);
  s.world().arrange(*s.node, arrangement);
  s.world().note(s.world().entry("arrange", s.at.app, s.node).set("how", "resize"));
  return kAXErrorSuccess;
}

Held position(const Subject& s) {
  const auto rect = bounds_of(s.at);
  return rect ? point(rect->x, rect->y) : Held();
}

Held extent(const Subject& s) {
  const auto rect = bounds_of(s.at);
  return rect ? size(rect->width, rect->height) : Held();
}

Held frame(const Subject& s) {
  const auto rect = bounds_of(s.at);
  return rect ? rectangle(*rect) : Held();
}

}  // namespace

const std::vector<Attribute>& identity_attributes() {
  static const std::vector<Attribute> list = {
      {"AXRole", always, role},
      {"AXSubrole", has_subrole, subrole},
      {"AXRoleDescription", always, role_description},
      {"AXTitle", [](const Subject& s) { return s.is_application() || (s.is_node && !is_text(s)); }, title},
      {"AXDescription", [](const Subject& s) { return s.is_node && !is_titled(s); }, description},
      {"AXHelp", [](const Subject& s) { return s.is_node; }, help},
      {"AXIdentifier", [](const Subject& s) { return s.is_node; }, identifier},
      {"AXParent", [](const Subject& s) { return !s.is_application(); }, parent},
      {"AXChildren", has_children, [](const Subject& s) { return elements(children_of(s.at)); }},
      {"AXWindow", is_in_window, window},
      {"AXTopLevelUIElement", is_in_window, window},
      {"AXPosition", has_place, position, is_movable, move},
      {"AXSize", has_place, extent, is_movable, resize},
      {"AXFrame", has_place, frame},
  };
  return list;
}

}  // namespace axsim
