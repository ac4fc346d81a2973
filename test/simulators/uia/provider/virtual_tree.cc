#include "provider/virtual_tree.h"

#include <windows.h>

#include <algorithm>
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

json::Array place_of(const VirtualNode& node) {
  const json::Array& sides = node.properties["BoundingRectangle"].as_array();
  return sides.size() == 4 ? sides : json::Array{0, 0, 0, 0};
}

bool overlap(const json::Array& a, const json::Array& b) {
  for (const size_t side : {0, 1}) {
    const double from = std::max(a[side].as_number(), b[side].as_number());
    const double to =
        std::min(a[side].as_number() + a[side + 2].as_number(), b[side].as_number() + b[side + 2].as_number());
    if (from >= to) return false;
  }
  return true;
}

// Moves what is in a node, and says of it whether it shows there. `side`: 0 across, 1 down.
void move_by(VirtualNode& node, size_t side, double way, const json::Array& shown) {
  for (const auto& child : node.children) {
    json::Array place = place_of(*child);
    place[side] = place[side].as_number() + way;
    put(child->properties, "IsOffscreen", !overlap(place, shown));
    put(child->properties, "BoundingRectangle", std::move(place));
    move_by(*child, side, way, shown);
  }
}

// What is in it is as long as from the first to the last of that.
bool scroll_to(VirtualNode& node, size_t side, const char* name, double percent) {
  if (percent < 0) return true;
  if (node.children.empty()) return false;
  const json::Array shown = place_of(node);
  double from = 1e9, to = -1e9;
  for (const auto& child : node.children) {
    const json::Array place = place_of(*child);
    from = std::min(from, place[side].as_number());
    to = std::max(to, place[side].as_number() + place[side + 2].as_number());
  }
  const double hidden = to - from - shown[side + 2].as_number();
  if (hidden <= 0 || percent > 100) return false;
  move_by(node, side, shown[side].as_number() - hidden * percent / 100 - from, shown);
  put(node.properties, name, percent);
  return true;
}

constexpr const char* kPercents[] = {"Scroll.HorizontalScrollPercent", "Scroll.VerticalScrollPercent"};

// By ScrollAmount: a page or a line back, nothing, a page or a line on. In percent of what is hidden; how long a page is does not matter here.
bool scroll_on(VirtualNode& node, size_t side, int64_t amount) {
  constexpr double kWays[] = {-20, -2, 0, 20, 2};
  if (amount < 0 || amount > 4 || kWays[amount] == 0) return true;
  const double now = node.properties[kPercents[side]].as_number();
  return scroll_to(node, side, kPercents[side], std::min(100.0, std::max(0.0, now + kWays[amount])));
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
  } else if (what == "Scroll.SetScrollPercent" && has(node, "ScrollPattern") && with.size() == 2) {
    return scroll_to(node, 0, kPercents[0], with[0].as_number()) &&
           scroll_to(node, 1, kPercents[1], with[1].as_number());
  } else if (what == "Scroll.Scroll" && has(node, "ScrollPattern") && with.size() == 2) {
    return scroll_on(node, 0, with[0].as_int()) && scroll_on(node, 1, with[1].as_int());
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
