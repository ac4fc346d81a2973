#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"

namespace surehand::simulator {

// An element as a provider tells of it: a JSON object with the names of the recorded trees (`RuntimeId`, `ControlType`, `Name`,
// `Patterns`, …) and `children`. Recorded trees are such nodes as they are.
using Node = json::Value;
using RuntimeId = std::vector<int>;

RuntimeId id_of(const Node& node);
json::Value to_json(const RuntimeId& id);
std::string text_of(const RuntimeId& id);

bool has_pattern(const Node& node, std::string_view name);
const json::Array& children_of(const Node& node);
// The node of that id in the tree below (and including) this one; null when there is none.
const Node* find_node(const Node& root, const RuntimeId& id);

Node without_children(const Node& node);

// Another value for a member, in the place of the old one.
void put(Node& node, std::string_view name, json::Value value);

}  // namespace surehand::simulator
