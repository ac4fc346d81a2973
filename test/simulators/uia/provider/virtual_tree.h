#pragma once

#include <memory>
#include <string>
#include <vector>

#include "wire/node.h"

namespace surehand::simulator {

// An element that is no window: what a WPF, Chromium or Qt provider has. Read from JSON: members that begin with a capital letter are
// UI Automation's properties, the others say how it behaves (worlds/README.md).
struct VirtualNode {
  Node properties;
  json::Value behaviour;
  VirtualNode* parent = nullptr;
  int number = 0;  // unique in its process, whatever its runtime id says
  std::vector<std::unique_ptr<VirtualNode>> children;

  std::string key() const { return std::string(behaviour["key"].as_string()); }
  std::string name() const { return std::string(properties["Name"].as_string()); }
  VirtualNode* find(const std::string& key);
  VirtualNode* find(const RuntimeId& id, int number);
};

// With a number, a runtime id and a place for everything that has none; `repeat` written out.
std::unique_ptr<VirtualNode> make_virtual(const json::Value& from, VirtualNode* parent);
// What a client sees of it, so many levels deep.
Node node_of(const VirtualNode& node, int levels);
// What a press, a choice, an entry does where nothing else is said; false where the pattern is missing.
bool act_naturally(VirtualNode& node, const std::string& what, const json::Array& with);

}  // namespace surehand::simulator
