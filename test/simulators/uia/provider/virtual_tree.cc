#include "provider/virtual_tree.h"

#include <windows.h>

#include <cctype>
#include <utility>

namespace surehand::simulator {
namespace {

int next_number = 0;

bool is_property(const std::string& name) { return !name.empty() && std::isupper(static_cast<unsigned char>(name[0])); }

// `{i}` in a text of what is repeated.
json::Value counted(const json::Value& value, int i) {
  if (value.is_string()) {
    std::string text(value.as_string());
    for (size_t at = text.find("{i}"); at != std::string::npos; at = text.find("{i}")) {
      text.replace(at, 3, std::to_string(i));
    }
    return text;
  }
  if (value.is_array()) {
    json::Array out;
    for (const json::Value& one : value.as_array()) out.push_back(counted(one, i));
    return out;
  }
  if (!value.is_object()) return value;
  json::Object out;
  for (const auto& [name, member] : value.as_object()) out.emplace_back(name, counted(member, i));
  return out;
}

void add_children(VirtualNode& parent, const json::Array& children) {
  for (const json::Value& child : children) {
    const auto times = static_cast<int>(child["repeat"].as_int());
    if (times == 0) {
      parent.children.push_back(make_virtual(child, &parent));
      continue;
    }
    const auto first = static_cast<int>(child["first"].as_int());
    for (int i = first; i < first + times; ++i) {
      parent.children.push_back(make_virtual(counted(child["node"], i), &parent));
    }
  }
}

bool has(const VirtualNode& node, const char* pattern) { return has_pattern(node.properties, pattern); }

void choose(VirtualNode& node, bool selected, bool alone) {
  if (alone && node.parent) {
    for (const auto& other : node.parent->children) {
      if (has(*other, "SelectionItemPattern")) put(other->properties, "SelectionItem.IsSelected", false);
    }
  }
  put(node.properties, "SelectionItem.IsSelected", selected);
}

}  // namespace

VirtualNode* VirtualNode::find(const std::string& wanted) {
  if (key() == wanted) return this;
  for (const auto& child : children) {
    if (VirtualNode* found = child->find(wanted)) return found;
  }
  return nullptr;
}

VirtualNode* VirtualNode::find(const RuntimeId& id, int wanted) {
  if (wanted != 0 ? number == wanted : id_of(properties) == id) return this;
  for (const auto& child : children) {
    if (VirtualNode* found = child->find(id, wanted)) return found;
  }
  return nullptr;
}

std::unique_ptr<VirtualNode> make_virtual(const json::Value& from, VirtualNode* parent) {
  auto made = std::make_unique<VirtualNode>();
  made->parent = parent;
  made->number = ++next_number;
  bool placed = false;
  for (const auto& [name, value] : from.as_object()) {
    placed = placed || name == "BoundingRectangle";
    if (is_property(name)) {
      made->properties.set(name, value);
    } else if (name != "children") {
      made->behaviour.set(name, value);
    }
  }
  if (made->properties["RuntimeId"].is_null()) {
    made->properties.set("RuntimeId", to_json({7, static_cast<int>(GetCurrentProcessId()), made->number}));
  }
  if (made->properties["IsEnabled"].is_null()) made->properties.set("IsEnabled", true);
  if (!placed && parent) {
    // Below one another, each as wide as what it is in.
    const json::Array& around = parent->properties["BoundingRectangle"].as_array();
    const double x = around.size() == 4 ? around[0].as_number() : 0, y = around.size() == 4 ? around[1].as_number() : 0;
    const double width = around.size() == 4 ? around[2].as_number() : 200;
    made->properties.set("BoundingRectangle",
                         json::Array{x, y + 24.0 * static_cast<double>(parent->children.size()), width, 24});
  }
  made->properties.set("#", made->number);
  add_children(*made, from["children"].as_array());
  return made;
}

Node node_of(const VirtualNode& node, int levels) {
  Node out = node.properties;
  out.set("ProcessId", static_cast<int>(GetCurrentProcessId()));
  if (levels == 0) return out;
  json::Array children;
  for (const auto& child : node.children) {
    // What a list has without having made it yet is not in its tree.
    if (child->behaviour["virtual"].as_bool()) continue;
    children.push_back(node_of(*child, levels - 1));
  }
  // A provider that names an ancestor among its children: a tree without an end.
  if (const std::string_view cycle = node.behaviour["cycle"].as_string(); !cycle.empty()) {
    for (const VirtualNode* above = &node; above; above = above->parent) {
      if (above->key() == cycle) children.push_back(node_of(*above, levels - 1));
    }
  }
  out.set("children", std::move(children));
  return out;
}

bool act_naturally(VirtualNode& node, const std::string& what, const json::Array& with) {
  Node& properties = node.properties;
  if (what == "Invoke.Invoke") return has(node, "InvokePattern");
  if (what == "LegacyIAccessible.DoDefaultAction") return has(node, "LegacyIAccessiblePattern");
  if (what == "LegacyIAccessible.Select" && has(node, "LegacyIAccessiblePattern") && !with.empty()) {
    constexpr int64_t kSelected = 0x2, kTakesSelection = 0x2;
    const int64_t state = properties["LegacyIAccessible.State"].as_int() & ~kSelected;
    put(properties, "LegacyIAccessible.State", state | (with[0].as_int() == kTakesSelection ? kSelected : 0));
    return true;
  }
  if (what == "LegacyIAccessible.SetValue" && has(node, "LegacyIAccessiblePattern")) {
    put(properties, "LegacyIAccessible.Value", with.empty() ? json::Value("") : with[0]);
    return true;
  }
  if (what == "Toggle.Toggle" && has(node, "TogglePattern")) {
    put(properties, "Toggle.ToggleState", properties["Toggle.ToggleState"].as_int() == 1 ? 0 : 1);
  } else if (what == "Value.SetValue" && has(node, "ValuePattern")) {
    put(properties, "Value.Value", with.empty() ? json::Value("") : with[0]);
  } else if (what == "RangeValue.SetValue" && has(node, "RangeValuePattern") && !with.empty()) {
    put(properties, "RangeValue.Value", with[0]);
  } else if (what == "ExpandCollapse.Expand" && has(node, "ExpandCollapsePattern")) {
    put(properties, "ExpandCollapse.State", 1);
  } else if (what == "ExpandCollapse.Collapse" && has(node, "ExpandCollapsePattern")) {
    put(properties, "ExpandCollapse.State", 0);
  } else if (what == "SelectionItem.Select" && has(node, "SelectionItemPattern")) {
    choose(node, true, true);
  } else if (what == "SelectionItem.AddToSelection" && has(node, "SelectionItemPattern")) {
    choose(node, true, false);
  } else if (what == "SelectionItem.RemoveFromSelection" && has(node, "SelectionItemPattern")) {
    choose(node, false, false);
  } else if (what == "ScrollItem.ScrollIntoView" && has(node, "ScrollItemPattern")) {
    put(properties, "IsOffscreen", false);
  } else if (what == "Text.Select" && has(node, "TextPattern") && with.size() == 2) {
    put(properties, "Text.Selection", with);
  } else if (what == "VirtualizedItem.Realize" && has(node, "VirtualizedItemPattern")) {
    put(node.behaviour, "virtual", false);
  } else if (what == "SetFocus") {
    put(properties, "HasKeyboardFocus", true);
  } else {
    return false;
  }
  return true;
}

}  // namespace surehand::simulator
