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
  if (shows(window) && GetWindow(window, GW_OWNER) == wanted.owner) wanted.into->push_back(window_node(window));
  return TRUE;
}

constexpr int kDeep = 64;

// With the dialogs and menus that it owns, which UI Automation has in their owner, before everything else.
Node with_owned(HWND window, int levels) {
  Node node = tree_of(window, levels);
  if (levels == 0 || !stands_alone(window)) return node;
  json::Array children;
  const Owned wanted{window, &children};
  EnumThreadWindows(GetCurrentThreadId(), add_owned, reinterpret_cast<LPARAM>(&wanted));
  if (children.empty()) return node;
  for (Node& one : children) {
    const auto handle = reinterpret_cast<HWND>(static_cast<intptr_t>(one["NativeWindowHandle"].as_int()));
    one = with_owned(handle, levels - 1);
  }
  for (const Node& child : children_of(node)) children.push_back(child);
  put(node, "children", std::move(children));
  return node;
}

Node cut(const Node& node, int levels) {
  Node out = without_children(node);
  if (levels == 0) return out;
  json::Array children;
  for (const Node& child : children_of(node)) children.push_back(cut(child, levels - 1));
  out.set("children", std::move(children));
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
  look_at_focus();
  const HWND window = window_of(address.id);
  if (!window || !IsWindow(window)) return {kElementNotAvailable, {}};
  const int levels = scope == "subtree" ? kDeep : scope == "children" ? 1 : 0;
  if (address.id.size() == 2) return {S_OK, with_owned(window, levels)};
  const Node around = items_of(window);
  const Node* node = find_node(around, address.id);
  if (!node) return {kElementNotAvailable, {}};
  return {S_OK, cut(*node, levels)};
}

Answer HwndWorld::parent(const Address& address) {
  look_at_focus();
  const HWND window = window_of(address.id);
  if (!window || !IsWindow(window)) return {kElementNotAvailable, {}};
  if (address.id.size() == 2 && class_of(window) != "ComboLBox") {
    const HWND above = stands_alone(window) ? GetWindow(window, GW_OWNER) : GetAncestor(window, GA_PARENT);
    if (!above) return {S_OK, {}};
    return {S_OK, tree_of(above, 0)};
  }
  HWND around = window;
  if (address.id.size() == 2) around = combo_of(window);
  if (!around) return {kElementNotAvailable, {}};
  const Node whole = items_of(around);
  const Node* found = parent_in(whole, address.id);
  if (!found) return {kElementNotAvailable, {}};
  return {S_OK, without_children(*found)};
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
  look_at_focus();
  json::Array found;
  const Owned wanted{nullptr, &found};
  EnumThreadWindows(GetCurrentThreadId(), add_owned, reinterpret_cast<LPARAM>(&wanted));
  for (Node& one : found) {
    one = with_owned(reinterpret_cast<HWND>(static_cast<intptr_t>(one["NativeWindowHandle"].as_int())), kDeep);
  }
  return found;
}

}  // namespace surehand::simulator
