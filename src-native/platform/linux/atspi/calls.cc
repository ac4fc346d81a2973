#include "platform/linux/atspi/calls.h"

#include <array>

namespace surehand::atspi {
namespace {

constexpr std::string_view kInterfacePrefix = "org.a11y.atspi.";
constexpr std::string_view kProperties = "org.freedesktop.DBus.Properties";

constexpr std::array<std::string_view, 17> kInterfaces = {
    "org.a11y.atspi.Accessible", "org.a11y.atspi.Action",       "org.a11y.atspi.Application",
    "org.a11y.atspi.Cache",      "org.a11y.atspi.Collection",   "org.a11y.atspi.Component",
    "org.a11y.atspi.Document",   "org.a11y.atspi.EditableText", "org.a11y.atspi.Hyperlink",
    "org.a11y.atspi.Hypertext",  "org.a11y.atspi.Image",        "org.a11y.atspi.Selection",
    "org.a11y.atspi.Socket",     "org.a11y.atspi.Table",        "org.a11y.atspi.TableCell",
    "org.a11y.atspi.Text",       "org.a11y.atspi.Value"};

// In the order of TreeProperty, as `_atk_bridge_find_property_func` in atk-bridge reads them.
constexpr std::array<std::string_view, 8> kTreeProperties = {"Name",
                                                             "Description",
                                                             "ChildCount",
                                                             "Attributes",
                                                             "AccessibleId",
                                                             "Component.ScreenExtents",
                                                             "Action.NActions",
                                                             "Text.CharacterCount"};

struct Member {
  Interface interface;
  std::string_view name;
};

constexpr Member member(Method method) {
  switch (method) {
    case Method::kGetRole:
      return {Interface::kAccessible, "GetRole"};
    case Method::kGetState:
      return {Interface::kAccessible, "GetState"};
    case Method::kGetInterfaces:
      return {Interface::kAccessible, "GetInterfaces"};
    case Method::kGetAttributes:
      return {Interface::kAccessible, "GetAttributes"};
    case Method::kGetIndexInParent:
      return {Interface::kAccessible, "GetIndexInParent"};
    case Method::kGetRelationSet:
      return {Interface::kAccessible, "GetRelationSet"};
    case Method::kGetChildAtIndex:
      return {Interface::kAccessible, "GetChildAtIndex"};
    case Method::kGetApplicationBusAddress:
      return {Interface::kApplication, "GetApplicationBusAddress"};
    case Method::kGetItems:
      return {Interface::kCache, "GetItems"};
    case Method::kGetActions:
      return {Interface::kAction, "GetActions"};
    case Method::kGetActionName:
      return {Interface::kAction, "GetName"};
    case Method::kDoAction:
      return {Interface::kAction, "DoAction"};
    case Method::kGetExtents:
      return {Interface::kComponent, "GetExtents"};
    case Method::kGetAccessibleAtPoint:
      return {Interface::kComponent, "GetAccessibleAtPoint"};
    case Method::kGrabFocus:
      return {Interface::kComponent, "GrabFocus"};
    case Method::kScrollTo:
      return {Interface::kComponent, "ScrollTo"};
    case Method::kScrollToPoint:
      return {Interface::kComponent, "ScrollToPoint"};
    case Method::kGetText:
      return {Interface::kText, "GetText"};
    case Method::kGetRangeExtents:
      return {Interface::kText, "GetRangeExtents"};
    case Method::kSetCaretOffset:
      return {Interface::kText, "SetCaretOffset"};
    case Method::kGetSelectionCount:
      return {Interface::kText, "GetNSelections"};
    case Method::kGetTextSelection:
      return {Interface::kText, "GetSelection"};
    case Method::kSetSelection:
      return {Interface::kText, "SetSelection"};
    case Method::kAddSelection:
      return {Interface::kText, "AddSelection"};
    case Method::kSelectChild:
      return {Interface::kSelection, "SelectChild"};
    case Method::kDeselectChild:
      return {Interface::kSelection, "DeselectChild"};
    case Method::kDeselectSelectedChild:
      return {Interface::kSelection, "DeselectSelectedChild"};
    case Method::kGetSelectedChild:
      return {Interface::kSelection, "GetSelectedChild"};
    case Method::kIsChildSelected:
      return {Interface::kSelection, "IsChildSelected"};
    case Method::kClearSelection:
      return {Interface::kSelection, "ClearSelection"};
    case Method::kGetAccessibleAt:
      return {Interface::kTable, "GetAccessibleAt"};
    case Method::kGetTableIndexAt:
      return {Interface::kTable, "GetIndexAt"};
  }
  return {Interface::kAccessible, "GetRole"};
}

constexpr Member member(Property property) {
  switch (property) {
    case Property::kName:
      return {Interface::kAccessible, "Name"};
    case Property::kDescription:
      return {Interface::kAccessible, "Description"};
    case Property::kParent:
      return {Interface::kAccessible, "Parent"};
    case Property::kChildCount:
      return {Interface::kAccessible, "ChildCount"};
    case Property::kLocale:
      return {Interface::kAccessible, "Locale"};
    case Property::kAccessibleId:
      return {Interface::kAccessible, "AccessibleId"};
    case Property::kToolkitName:
      return {Interface::kApplication, "ToolkitName"};
    case Property::kToolkitVersion:
      return {Interface::kApplication, "Version"};
    case Property::kActionCount:
      return {Interface::kAction, "NActions"};
    case Property::kCharacterCount:
      return {Interface::kText, "CharacterCount"};
    case Property::kCaretOffset:
      return {Interface::kText, "CaretOffset"};
    case Property::kCurrentValue:
      return {Interface::kValue, "CurrentValue"};
    case Property::kMinimumValue:
      return {Interface::kValue, "MinimumValue"};
    case Property::kMaximumValue:
      return {Interface::kValue, "MaximumValue"};
    case Property::kMinimumIncrement:
      return {Interface::kValue, "MinimumIncrement"};
    case Property::kSelectedChildCount:
      return {Interface::kSelection, "NSelectedChildren"};
    case Property::kRowCount:
      return {Interface::kTable, "NRows"};
    case Property::kColumnCount:
      return {Interface::kTable, "NColumns"};
  }
  return {Interface::kAccessible, "Name"};
}

// (aiia{ss}iaiiasib): states and how they match, attributes, roles, interfaces, invert. 1 is ALL, 2 is ANY.
void write_rule(dbus::Writer& body, const MatchRule& rule) {
  body.begin_struct();
  auto states = body.begin_array(4);
  body.i32(static_cast<int32_t>(rule.states)).i32(static_cast<int32_t>(rule.states >> 32));
  body.end_array(states);
  body.i32(1);
  auto attributes = body.begin_array(8);
  body.end_array(attributes);
  body.i32(1);
  std::array<uint32_t, 4> roles{};
  for (uint32_t role : rule.roles) {
    if (role < 128) roles[role / 32] |= 1u << (role % 32);
  }
  auto role_array = body.begin_array(4);
  for (uint32_t word : roles) body.i32(static_cast<int32_t>(word));
  body.end_array(role_array);
  body.i32(rule.roles.empty() ? 1 : 2);
  auto interfaces = body.begin_array(4);
  body.end_array(interfaces);
  body.i32(1);
  body.boolean(false);
}

}  // namespace

std::string_view to_string(Interface interface) { return kInterfaces[static_cast<size_t>(interface)]; }

uint32_t interface_bit(std::string_view name) {
  if (name.substr(0, kInterfacePrefix.size()) != kInterfacePrefix) return 0;
  for (size_t i = 0; i < kInterfaces.size(); ++i) {
    if (kInterfaces[i] == name) return 1u << i;
  }
  return 0;
}

std::string_view to_string(TreeProperty property) { return kTreeProperties[static_cast<size_t>(property)]; }

std::optional<TreeProperty> tree_property(std::string_view name) {
  for (size_t i = 0; i < kTreeProperties.size(); ++i) {
    if (kTreeProperties[i] == name) return static_cast<TreeProperty>(i);
  }
  return std::nullopt;
}

dbus::Call Caller::method_with(const Object& object, Method method, std::string_view signature,
                               const dbus::Writer* body) {
  const Member called = member(method);
  return {object.bus, object.path, to_string(called.interface), called.name, signature, body};
}

dbus::Call Caller::get(const Object& object, Property property) {
  const Member asked = member(property);
  body_.clear();
  body_.string(to_string(asked.interface)).string(asked.name);
  return {object.bus, object.path, kProperties, "Get", "ss", &body_};
}

dbus::Call Caller::set_current_value(const Object& object, double value) {
  body_.clear();
  body_.string(to_string(Interface::kValue)).string("CurrentValue").variant("d").f64(value);
  return {object.bus, object.path, kProperties, "Set", "ssv", &body_};
}

dbus::Call Caller::with_index(const Object& object, Method method, int32_t index) {
  body_.clear();
  body_.i32(index);
  return method_with(object, method, "i", &body_);
}

dbus::Call Caller::cell(const Object& table, int32_t row, int32_t column) {
  body_.clear();
  body_.i32(row).i32(column);
  return method_with(table, Method::kGetAccessibleAt, "ii", &body_);
}

dbus::Call Caller::at_point(const Object& object, int32_t x, int32_t y) {
  body_.clear();
  body_.i32(x).i32(y).u32(0);
  return method_with(object, Method::kGetAccessibleAtPoint, "iiu", &body_);
}

dbus::Call Caller::extents(const Object& object, uint32_t coordinates) {
  body_.clear();
  body_.u32(coordinates);
  return method_with(object, Method::kGetExtents, "u", &body_);
}

dbus::Call Caller::accessible_at(const Object& object, int32_t x, int32_t y, uint32_t coordinates) {
  body_.clear();
  body_.i32(x).i32(y).u32(coordinates);
  return method_with(object, Method::kGetAccessibleAtPoint, "iiu", &body_);
}

dbus::Call Caller::text(const Object& object, int32_t start, int32_t end) {
  body_.clear();
  body_.i32(start).i32(end);
  return method_with(object, Method::kGetText, "ii", &body_);
}

dbus::Call Caller::set_text(const Object& object, std::string_view text, EditPermit) {
  body_.clear();
  body_.string(text);
  return {object.bus, object.path, to_string(Interface::kEditableText), "SetTextContents", "s", &body_};
}

dbus::Call Caller::insert_text(const Object& object, int32_t offset, std::string_view text, int32_t length,
                               EditPermit) {
  body_.clear();
  body_.i32(offset).string(text).i32(length);
  return {object.bus, object.path, to_string(Interface::kEditableText), "InsertText", "isi", &body_};
}

dbus::Call Caller::children(const Object& object, ChildCount) {
  return {object.bus, object.path, to_string(Interface::kAccessible), "GetChildren", "", nullptr};
}

dbus::Call Caller::applications() {
  return {kRegistry, kRegistryRoot, to_string(Interface::kAccessible), "GetChildren", "", nullptr};
}

dbus::Call Caller::tree(const Object& object, std::initializer_list<TreeProperty> properties) {
  return tree(object, std::vector<TreeProperty>(properties));
}

dbus::Call Caller::tree(const Object& object, const std::vector<TreeProperty>& properties) {
  body_.clear();
  write_rule(body_, {});
  auto names = body_.begin_array(4);
  for (TreeProperty property : properties) body_.string(to_string(property));
  if (properties.empty()) body_.string(to_string(TreeProperty::kChildCount));
  body_.end_array(names);
  return {object.bus, object.path, to_string(Interface::kCollection), "GetTree", "(aiia{ss}iaiiasib)as", &body_};
}

dbus::Call Caller::matches(const Object& object, const MatchRule& rule, int32_t most, MatchPermit) {
  body_.clear();
  write_rule(body_, rule);
  body_.u32(1).i32(most).boolean(true);  // 1: document order
  return {object.bus, object.path, to_string(Interface::kCollection), "GetMatches", "(aiia{ss}iaiiasib)uib", &body_};
}

dbus::Call Caller::register_event(std::string_view event, std::string_view app) {
  body_.clear();
  body_.string(event);
  const size_t names = body_.begin_array(4);
  body_.string(to_string(TreeProperty::kName));
  body_.end_array(names);
  body_.string(app);
  return {kRegistry, kRegistryEvents, kRegistry, "RegisterEvent", "sass", &body_};
}

dbus::Call Caller::deregister_event(std::string_view event) {
  body_.clear();
  body_.string(event);
  return {kRegistry, kRegistryEvents, kRegistry, "DeregisterEvent", "s", &body_};
}

dbus::Call Caller::process_of(std::string_view bus_name) {
  body_.clear();
  body_.string(bus_name);
  return {"org.freedesktop.DBus",
          "/org/freedesktop/DBus",
          "org.freedesktop.DBus",
          "GetConnectionUnixProcessID",
          "s",
          &body_};
}

dbus::Call Caller::owner_of(std::string_view well_known_name) {
  body_.clear();
  body_.string(well_known_name);
  return {"org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner", "s", &body_};
}

}  // namespace surehand::atspi
