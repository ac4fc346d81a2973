#pragma once

#include <windows.h>

#include <string>

#include "wire/node.h"
#include "wire/results.h"

namespace surehand::simulator {

// Which element: the window that it is in, its runtime id, and, for what has no runtime id of its own, its number in that window.
struct Address {
  HWND window = nullptr;
  RuntimeId id;
  int number = 0;
};

struct Answer {
  HRESULT result = S_OK;
  json::Value value;
};

// What a provider shows. Everything is asked on the thread of the windows.
class World {
 public:
  virtual ~World() = default;

  // The element, its children or its whole subtree, as a Node.
  virtual Answer read(const Address& address, const std::string& scope) = 0;
  // The node of its parent; null when that is the desktop.
  virtual Answer parent(const Address& address) = 0;
  // "Invoke.Invoke", "Value.SetValue", …; what they give is the value.
  virtual Answer act(const Address& address, const std::string& what, const json::Array& with) = 0;
  // The windows of this process that stand on the desktop by themselves, with everything in them.
  virtual json::Array top_levels() = 0;
};

}  // namespace surehand::simulator
