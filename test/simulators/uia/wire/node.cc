#include "wire/node.h"

#include <algorithm>

namespace surehand::simulator {

RuntimeId id_of(const Node& node) {
  RuntimeId id;
  for (const json::Value& part : node["RuntimeId"].as_array()) id.push_back(static_cast<int>(part.as_int()));
  return id;
}

json::Value to_json(const RuntimeId& id) {
  json::Value out = json::Array();
  for (const int part : id) out.push(part);
  return out;
}

std::string text_of(const RuntimeId& id) {
  std::string out;
  for (const int part : id) out += (out.empty() ? "" : ".") + std::to_string(part);
  return out;
}

bool has_pattern(const Node& node, std::string_view name) {
  const json::Array& patterns = node["Patterns"].as_array();
  return std::any_of(patterns.begin(), patterns.end(), [&](const json::Value& one) { return one.as_string() == name; });
}

const json::Array& children_of(const Node& node) { return node["children"].as_array(); }

const Node* find_node(const Node& root, const RuntimeId& id) {
  if (id_of(root) == id) return &root;
  for (const Node& child : children_of(root)) {
    if (const Node* found = find_node(child, id)) return found;
  }
  return nullptr;
}

Node without_children(const Node& node) {
  json::Object members;
  for (const auto& member : node.as_object()) {
    if (member.first != "children") members.push_back(member);
  }
  return members;
}

void put(Node& node, std::string_view name, json::Value value) {
  json::Object members = node.as_object();
  const auto at = std::find_if(members.begin(), members.end(), [&](const auto& one) { return one.first == name; });
  if (at == members.end()) {
    members.emplace_back(name, std::move(value));
  } else {
    at->second = std::move(value);
  }
  node = std::move(members);
}

}  // namespace surehand::simulator
