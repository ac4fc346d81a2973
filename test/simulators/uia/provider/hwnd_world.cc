#include "provider/hwnd_world.h"

#include <utility>

#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

HWND window_of(const RuntimeId& id) {
  return id.size() >= 2 && id[0] == 42 ? reinterpret_cast<HWND>(static_cast<intptr_t>(id[1])) : nullptr;
}

bool stands_alone(HWND window) { return GetAncestor(window, GA_PARENT) == GetDesktopWindow(); }

// A combo box's list is a window on the desktop and an element in the combo box.
bool shows(HWND window) { return IsWindowVisible(window) && class_of(window) != "ComboLBox"; }

struct Owned {
  HWND owner;
  json::Array* into;
};

BOOL CALLBACK add_owned(HWND window, LPARAM parameter) {
  const auto& wanted = *reinterpret_cast<const Owned*>(parameter);
  if (shows(window) && GetWindow(window, GW_OWNER) == wanted.owner) wanted.into->push_back(tree_of(window));
  return TRUE;
}

// With the dialogs and menus that it owns, which UI Automation has in their owner, before everything else.
Node with_owned(HWND window) {
  Node node = tree_of(window);
  if (!stands_alone(window)) return node;
  json::Array children;
  const Owned wanted{window, &children};
  EnumThreadWindows(GetCurrentThreadId(), add_owned, reinterpret_cast<LPARAM>(&wanted));
  if (children.empty()) return node;
  for (Node& one : children) {
    const auto handle = reinterpret_cast<HWND>(one["NativeWindowHandle"].as_int());
    one = with_owned(handle);
  }
  for (const Node& child : children_of(node)) children.push_back(child);
  put(node, "children", std::move(children));
  return node;
}

Node cut(const Node& node, const std::string& scope) {
  if (scope == "subtree") return node;
  Node out = node;
  json::Array children;
  if (scope == "children") {
    for (const Node& child : children_of(node)) children.push_back(cut(child, "element"));
  }
  put(out, "children", std::move(children));
  return out;
}

const Node* parent_in(const Node& root, const RuntimeId& id) {
  for (const Node& child : children_of(root)) {
    if (id_of(child) == id) return &root;
    if (const Node* found = parent_in(child, id)) return found;
  }
  return nullptr;
}

}  // namespace

Answer HwndWorld::read(const Address& address, const std::string& scope) {
  const HWND window = window_of(address.id);
  if (!window || !IsWindow(window)) return {kElementNotAvailable, {}};
  const Node whole = address.id.size() == 2 ? with_owned(window) : tree_of(window);
  const Node* node = find_node(whole, address.id);
  if (!node) return {kElementNotAvailable, {}};
  return {S_OK, cut(*node, scope)};
}

Answer HwndWorld::parent(const Address& address) {
  const HWND window = window_of(address.id);
  if (!window || !IsWindow(window)) return {kElementNotAvailable, {}};
  if (address.id.size() == 2 && class_of(window) != "ComboLBox") {
    const HWND above = stands_alone(window) ? GetWindow(window, GW_OWNER) : GetAncestor(window, GA_PARENT);
    if (!above) return {S_OK, {}};
    return {S_OK, cut(tree_of(above), "element")};
  }
  HWND around = window;
  if (address.id.size() == 2) around = GetParent(window) ? GetParent(window) : GetWindow(window, GW_OWNER);
  const Node whole = tree_of(around);
  const Node* found = parent_in(whole, address.id);
  if (!found) return {kElementNotAvailable, {}};
  return {S_OK, cut(*found, "element")};
}

Answer HwndWorld::act(const Address& address, const std::string& what, const json::Array& with) {
  const HWND window = window_of(address.id);
  if (!window || !IsWindow(window)) return {kElementNotAvailable, {}};
  if (what == "SetFocus") {
    if (!IsWindowEnabled(window)) return {kElementNotEnabled, {}};
    SetForegroundWindow(GetAncestor(window, GA_ROOT));
    SetFocus(window);
    return {};
  }
  return control_of(window).act(window, RuntimeId(address.id.begin() + 2, address.id.end()), what, with);
}

json::Array HwndWorld::top_levels() {
  json::Array found;
  const Owned wanted{nullptr, &found};
  EnumThreadWindows(GetCurrentThreadId(), add_owned, reinterpret_cast<LPARAM>(&wanted));
  for (Node& one : found) one = with_owned(reinterpret_cast<HWND>(one["NativeWindowHandle"].as_int()));
  return found;
}

}  // namespace surehand::simulator
