#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "ax/element.h"
#include "ax/tree.h"
#include "cf/object.h"

namespace axsim {

// An element that an attribute is asked of.
struct Subject {
  explicit Subject(Reached& reached) : at(reached), node(reached.node), is_node(reached.place.part == Part::kNode) {
    if (is_node) role = ax_role(reached.world(), *reached.node);
  }

  Reached& at;
  Node* node;
  bool is_node;
  AxRole role;  // of a node

  World& world() const { return at.desktop->world; }
  bool is_application() const { return at.place.part == Part::kApplication; }
  bool is_window() const { return is_node && axsim::is_window(*node); }
  bool has_role(std::initializer_list<std::string_view> roles) const;
};

// One attribute: who has it, what it is (nothing: kAXErrorNoValue), whether and how it is set.
struct Attribute {
  std::string_view name;
  bool (*has)(const Subject&);
  Held (*value)(const Subject&);
  bool (*settable)(const Subject&) = nullptr;
  AXError (*set)(Subject&, CFTypeRef value) = nullptr;
};

const std::vector<Attribute>& application_attributes();
const std::vector<Attribute>& window_attributes();
const std::vector<Attribute>& identity_attributes();  // role, names, place in the tree
const std::vector<Attribute>& state_attributes();
const std::vector<Attribute>& value_attributes();
const std::vector<Attribute>& text_attributes();
const std::vector<Attribute>& row_attributes();

std::vector<std::string> attribute_names(const Subject& subject);
// kAXErrorAttributeUnsupported, kAXErrorNoValue; what faults say of it goes before.
AXError attribute_value(const Subject& subject, std::string_view name, Held& value);
AXError set_attribute(Subject& subject, std::string_view name, CFTypeRef value);
bool is_settable(const Subject& subject, std::string_view name);

// For those who write attributes.
bool is_a(CFTypeRef value, Object::Type type);
Held text(std::string_view utf8);
Held number(int64_t value);
Held number(double value);
Held truth(bool value);
Held elements(const std::vector<Place>& places);
Held element(const Place& place);
Held point(double x, double y);
Held size(double width, double height);
Held rectangle(const Rect& rect);
Held range(CFIndex location, CFIndex length);
// What became of an action of the world, as an attribute or an action says it.
AXError perform(Subject& subject, const surehand::Action& action, AXError unsupported);

}  // namespace axsim
