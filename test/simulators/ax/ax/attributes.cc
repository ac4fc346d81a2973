#include "ax/attributes.h"

#include <algorithm>
#include <unordered_map>

#include "ax/json_value.h"
#include "cf/collections.h"
#include "cf/number.h"
#include "cf/string.h"
#include "platform/simulated/world/behaviour.h"

namespace axsim {
namespace {

using Table = std::unordered_map<std::string_view, std::vector<const Attribute*>>;

const std::vector<const std::vector<Attribute>*>& all() {
  static const std::vector<const std::vector<Attribute>*> lists = {
      &identity_attributes(), &application_attributes(), &window_attributes(), &state_attributes(),
      &value_attributes(),    &text_attributes(),        &row_attributes()};
  return lists;
}

const Attribute* find(const Subject& subject, std::string_view name) {
  static const Table table = [] {
    Table made;
    for (const auto* list : all()) {
      for (const Attribute& attribute : *list) made[attribute.name].push_back(&attribute);
    }
    return made;
  }();
  const auto found = table.find(name);
  if (found == table.end()) return nullptr;
  for (const Attribute* attribute : found->second) {
    if (attribute->has(subject)) return attribute;
  }
  return nullptr;
}

std::vector<Fault> said_of(const Subject& subject, std::string_view name) {
  return subject.at.desktop->faults.said_of(
      {subject.at.key(), subject.at.app->name, "", name, subject.is_application()});
}

}  // namespace

bool Subject::has_role(std::initializer_list<std::string_view> roles) const {
  return is_node && std::find(roles.begin(), roles.end(), role.role) != roles.end();
}

std::vector<std::string> attribute_names(const Subject& subject) {
  std::vector<std::string> names;
  const auto add = [&](std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
  };
  for (const auto* list : all()) {
    for (const Attribute& attribute : *list) {
      // What Electron takes and does not list.
      if (attribute.has(subject) && attribute.name != "AXManualAccessibility") add(attribute.name);
    }
  }
  for (const Fault& fault :
       subject.at.desktop->faults.said_of({subject.at.key(), subject.at.app->name, "", "", subject.is_application()})) {
    if (fault.is_listed && !fault.on.empty()) add(fault.on);
  }
  for (const auto* fault_name : {"AXManualAccessibility"}) {
    for (const Fault& fault : said_of(subject, fault_name)) {
      if (fault.is_listed) add(fault_name);
    }
  }
  return names;
}

AXError attribute_value(const Subject& subject, std::string_view name, Held& value) {
  const auto said = said_of(subject, name);
  for (const Fault& fault : said) {
    if (fault.on == name) return value_from_json(subject.at, fault.value, value);
  }
  const Attribute* attribute = find(subject, name);
  if (attribute == nullptr || attribute->value == nullptr) return kAXErrorAttributeUnsupported;
  value = attribute->value(subject);
  return value ? kAXErrorSuccess : kAXErrorNoValue;
}

bool is_settable(const Subject& subject, std::string_view name) {
  for (const Fault& fault : said_of(subject, name)) {
    if (fault.on == name) return fault.settable;
  }
  const Attribute* attribute = find(subject, name);
  return attribute && attribute->settable && attribute->settable(subject);
}

AXError set_attribute(Subject& subject, std::string_view name, CFTypeRef value) {
  const Attribute* attribute = find(subject, name);
  if (attribute == nullptr || attribute->set == nullptr) return kAXErrorAttributeUnsupported;
  return attribute->set(subject, value);
}

bool is_a(CFTypeRef value, Object::Type type) {
  return Object::of(value, "AXUIElementSetAttributeValue").type() == type;
}
Held text(std::string_view utf8) { return Held(make_string(utf8)); }
Held number(int64_t value) { return Held(make_number(value)); }
Held number(double value) { return Held(make_number(value)); }
Held truth(bool value) { return Held::retained(boolean(value)); }
Held element(const Place& place) { return Held(make_element(place)); }

Held elements(const std::vector<Place>& places) {
  std::vector<Held> made;
  made.reserve(places.size());
  for (const Place& place : places) made.push_back(element(place));
  return Held(make_array(std::move(made)));
}

Held point(double x, double y) {
  const CGPoint value{x, y};
  return Held(AXValueCreate(kAXValueTypeCGPoint, &value));
}

Held size(double width, double height) {
  const CGSize value{width, height};
  return Held(AXValueCreate(kAXValueTypeCGSize, &value));
}

Held rectangle(const Rect& rect) {
  const CGRect value = CGRectMake(rect.x, rect.y, rect.width, rect.height);
  return Held(AXValueCreate(kAXValueTypeCGRect, &value));
}

Held range(CFIndex location, CFIndex length) {
  const CFRange value{location, length};
  return Held(AXValueCreate(kAXValueTypeCFRange, &value));
}

// What is disabled takes what it is sent, says success and does nothing.
AXError perform(Subject& subject, const surehand::Action& action, AXError unsupported) {
  const auto done = surehand::simulated::perform(subject.world(), *subject.node, action);
  if (done) return kAXErrorSuccess;
  return done.error().code == surehand::ErrorCode::kUnsupported ? unsupported : kAXErrorSuccess;
}

}  // namespace axsim
