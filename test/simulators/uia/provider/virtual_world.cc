#include "provider/virtual_world.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "provider/controls/control.h"

namespace surehand::simulator {
namespace {

constexpr int kDeep = 40;  // levels; a tree without an end is cut there, as a provider's own stack would be

HRESULT result_of(const json::Value& text) {
  return text.is_null() ? S_OK : static_cast<HRESULT>(std::stoul(std::string(text.as_string()), nullptr, 16));
}

}  // namespace

VirtualWorld* VirtualWorld::only_ = nullptr;

VirtualWorld::VirtualWorld(const json::Value& world, Received received)
    : behaviour_(world), received_(std::move(received)) {
  only_ = this;
  WNDCLASSW shape{};
  shape.lpfnWndProc = procedure;
  shape.hInstance = GetModuleHandleW(nullptr);
  shape.hbrBackground = reinterpret_cast<HBRUSH>(COLOR_WINDOW + 1);
  shape.lpszClassName = L"VirtualTree";
  RegisterClassW(&shape);
  for (const json::Value& window : world["windows"].as_array()) open(window, nullptr);
}

void VirtualWorld::serve(Server& server) {
  server_ = &server;
  // Of a question that waits here nothing else is held up: each connection has a thread of its own.
  server.before = [this](const json::Value& question, json::Value& answer) {
    DWORD wait = 0;
    HRESULT result = S_OK;
    server_->run([&] {
      const std::string op(question["op"].as_string());
      const Address address{reinterpret_cast<HWND>(question["window"].as_int()), id_of(question),
                            static_cast<int>(question["number"].as_int())};
      const VirtualNode* node = find(address);
      const auto shown = shown_.find(address.window);
      if (!node && shown != shown_.end()) node = shown->second.root.get();
      if (!node) return;
      const std::string scope(question["scope"].as_string());
      std::vector<std::string> names = {op == "act" ? std::string(question["what"].as_string()) : op};
      if (op == "read") names.insert(names.begin(), "read " + scope);
      for (const std::string& name : names) {
        // A copy: what happens first may be that there is another one.
        const json::Value fault = fault_of(*node, name);
        if (fault.is_null()) continue;
        effects(fault["first"].as_array(), nullptr);
        wait = static_cast<DWORD>(fault["delay"].as_int());
        if (!fault["after"].as_bool()) result = result_of(fault["result"]);
        break;
      }
      node = find(address);
      if (result == S_OK && op == "read" && scope == "subtree") spoilt(node ? *node : *shown->second.root, result);
    });
    if (wait > 0) Sleep(wait);
    if (result == S_OK) return false;
    answer.set("result", static_cast<int>(result));
    return true;
  };
}

const json::Value& VirtualWorld::fault_of(const VirtualNode& node, const std::string& question) const {
  static const json::Value none;
  const json::Value& own = node.behaviour["faults"][question];
  const json::Value& fault = own.is_null() ? behaviour_["faults"][question] : own;
  if (fault.is_null()) return none;
  const std::string name = std::to_string(own.is_null() ? 0 : node.number) + question;
  const int64_t met = const_cast<VirtualWorld*>(this)->failed_[name]++ - fault["skip"].as_int();
  if (met < 0 || (!fault["times"].is_null() && met >= fault["times"].as_int())) return none;
  return fault;
}

// A node that fails takes the whole request along, where it says so.
bool VirtualWorld::spoilt(const VirtualNode& node, HRESULT& result) const {
  const json::Value& fault = node.behaviour["faults"]["read"];
  if (fault["spoils"].as_bool()) {
    result = result_of(fault["result"]);
    return true;
  }
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](const auto& child) { return spoilt(*child, result); });
}

HWND VirtualWorld::open(const json::Value& window, HWND owner) {
  const json::Array& place = window["BoundingRectangle"].as_array();
  const auto number = [&](size_t i, int otherwise) {
    return place.size() == 4 ? static_cast<int>(place[i].as_number()) : otherwise;
  };
  const DWORD style = owner ? WS_POPUP | WS_CAPTION | WS_SYSMENU : WS_OVERLAPPEDWINDOW;
  const HWND made =
      CreateWindowExW(0, L"VirtualTree", wide(window["Name"].as_string()).c_str(), style, number(0, 60), number(1, 60),
                      number(2, 800), number(3, 600), owner, nullptr, GetModuleHandleW(nullptr), nullptr);
  json::Value tree = window;
  put(tree, "BoundingRectangle", json::Array{number(0, 60), number(1, 60), number(2, 800), number(3, 600)});
  Shown shown;
  shown.root = make_virtual(tree, nullptr);
  shown.modal = window["modal"].as_bool();
  shown_[made] = std::move(shown);
  if (owner && window["modal"].as_bool()) EnableWindow(owner, FALSE);
  ShowWindow(made, SW_SHOW);
  if (window["maximized"].as_bool()) ShowWindow(made, SW_MAXIMIZE);
  return made;
}

void VirtualWorld::close(HWND window) {
  if (const HWND owner = GetWindow(window, GW_OWNER)) {
    EnableWindow(owner, TRUE);
    SetForegroundWindow(owner);
  }
  DestroyWindow(window);
}

LRESULT CALLBACK VirtualWorld::procedure(HWND window, UINT message, WPARAM wparam, LPARAM lparam) {
  if (message == WM_CLOSE && only_) {
    only_->close(window);
    return 0;
  }
  if (message == WM_DESTROY && only_) {
    only_->shown_.erase(window);
    if (only_->shown_.empty()) PostQuitMessage(0);
  }
  if (only_ && (message == WM_CHAR || message == WM_LBUTTONDOWN)) {
    json::Value event;
    event.set("event", message == WM_CHAR ? "key" : "pointer");
    if (message == WM_CHAR) event.set("value", narrow(std::wstring(1, static_cast<wchar_t>(wparam))));
    only_->received_(event);
  }
  return DefWindowProcW(window, message, wparam, lparam);
}

Node VirtualWorld::window_node_of(HWND window, const Shown& shown, int levels) const {
  // The window is a real one, and says of itself what a real one does; the rest is the tree's.
  Node node = window_node(window);
  control_of(window).describe(window, node);
  for (const auto& [name, value] : shown.root->properties.as_object()) {
    if (name != "RuntimeId" && name != "BoundingRectangle" && name != "#") put(node, name, value);
  }
  if (levels == 0) return node;
  json::Array children;
  for (const auto& [other, its] : shown_) {
    if (GetWindow(other, GW_OWNER) == window) children.push_back(window_node_of(other, its, levels - 1));
  }
  const Node tree = node_of(*shown.root, levels);
  for (const Node& child : children_of(tree)) children.push_back(child);
  put(node, "children", std::move(children));
  return node;
}

VirtualNode* VirtualWorld::find(const Address& address) {
  const auto shown = shown_.find(address.window);
  if (shown == shown_.end() || address.id.empty() || (address.id[0] == 42 && address.number == 0)) return nullptr;
  VirtualNode* found = shown->second.root->find(address.id, address.number);
  return found && found->parent ? found : nullptr;
}

VirtualNode* VirtualWorld::find(const std::string& key, HWND* window) {
  for (const auto& [handle, shown] : shown_) {
    VirtualNode* found = shown.root->find(key);
    if (!found) continue;
    if (window) *window = handle;
    return found;
  }
  return nullptr;
}

Answer VirtualWorld::read(const Address& address, const std::string& scope) {
  look_at_focus();
  const int levels = scope == "subtree" ? kDeep : scope == "children" ? 1 : 0;
  const auto shown = shown_.find(address.window);
  if (shown == shown_.end()) return {kElementNotAvailable, {}};
  if (const VirtualNode* node = find(address)) {
    if (node->behaviour["virtual"].as_bool() && scope != "element") return {kElementNotAvailable, {}};
    return {S_OK, node_of(*node, levels)};
  }
  if (address.number != 0 || address.id.empty() || address.id[0] != 42) return {kElementNotAvailable, {}};
  return {S_OK, window_node_of(address.window, shown->second, levels)};
}

Answer VirtualWorld::parent(const Address& address) {
  const VirtualNode* node = find(address);
  if (!node) {
    const HWND owner = GetWindow(address.window, GW_OWNER);
    const auto shown = shown_.find(owner);
    return {S_OK, shown == shown_.end() ? Node() : window_node_of(owner, shown->second, 0)};
  }
  if (node->parent && node->parent->parent) return {S_OK, node_of(*node->parent, 0)};
  return {S_OK, window_node_of(address.window, shown_.at(address.window), 0)};
}

Answer VirtualWorld::act(const Address& address, const std::string& what, const json::Array& with) {
  VirtualNode* node = find(address);
  json::Value event;
  event.set("event", what).set("name", node ? node->name() : narrow(L"window"));
  if (node && !node->key().empty()) event.set("key", node->key());
  if (!with.empty()) event.set("with", with);
  received_(event);
  if (!node) return control_of(address.window).act(address.window, {}, what, with);

  if (!node->properties["IsEnabled"].as_bool(true)) return {kElementNotEnabled, {}};
  if (what == "ItemContainer.FindItemByProperty") {
    for (const auto& child : node->children) {
      const json::Value& value = child->properties[with[1].as_string()];
      if (with[1].is_null() || value == with[2]) return {S_OK, node_of(*child, 0)};
    }
    return {S_OK, {}};
  }
  if (what == "Grid.GetItem") {
    for (const auto& child : node->children) {
      if (child->properties["GridItem.Row"] == with[0] && child->properties["GridItem.Column"] == with[1]) {
        return {S_OK, node_of(*child, 0)};
      }
    }
    return {E_INVALIDARG, {}};
  }
  const json::Value fault = node->behaviour["faults"][what];
  if (fault["ignored"].as_bool()) return {};
  const Node before = node->properties;
  if (const int64_t lag = fault["lag"].as_int(); lag > 0) {
    // What it was asked for happens, and later.
    json::Array later{json::Value().set("do", what).set("to", node->number).set("with", with)};
    delayed_[SetTimer(nullptr, 0, static_cast<UINT>(lag), [](HWND, UINT, UINT_PTR timer, DWORD) {
      KillTimer(nullptr, timer);
      const json::Array effects = std::exchange(only_->delayed_[timer], {});
      only_->effects(effects, nullptr);
    })] = std::move(later);
    return {};
  }
  if (!act_naturally(*node, what, with)) return {kNotSupported, {}};
  for (const auto& [name, value] : node->properties.as_object()) {
    if (!(before[name] == value)) announce("property", *node, json::Value().set("property", name));
  }
  effects(node->behaviour["on"][what].as_array(), node);
  return {fault["after"].as_bool() ? result_of(fault["result"]) : S_OK, {}};
}

void VirtualWorld::apply(const json::Value& effect) { effects({effect}, nullptr); }

void VirtualWorld::effects(const json::Array& list, VirtualNode* about) {
  for (const json::Value& effect : list) {
    if (const json::Value& after = effect["after"]; !after.is_null()) {
      json::Value now = effect;
      put(now, "after", {});
      delayed_[SetTimer(nullptr, 0, static_cast<UINT>(after.as_int()), [](HWND, UINT, UINT_PTR timer, DWORD) {
        KillTimer(nullptr, timer);
        const json::Array effects = std::exchange(only_->delayed_[timer], {});
        only_->effects(effects, nullptr);
      })] = {now};
      continue;
    }
    if (const json::Value& key = effect["set"]; !key.is_null()) {
      VirtualNode* node = find(std::string(key.as_string()));
      if (!node) continue;
      for (const auto& [name, value] : effect.as_object()) {
        if (name == "set") continue;
        const bool property = name[0] >= 'A' && name[0] <= 'Z';
        put(property ? node->properties : node->behaviour, name, value);
        if (property) announce("property", *node, json::Value().set("property", name));
      }
    } else if (const json::Value& child = effect["add"]; !child.is_null()) {
      VirtualNode* parent = find(std::string(effect["to"].as_string()));
      if (!parent) continue;
      parent->children.push_back(make_virtual(child, parent));
      announce("structure", *parent->children.back(), json::Value().set("change", 0));
    } else if (const json::Value& gone = effect["remove"]; !gone.is_null()) {
      VirtualNode* node = find(std::string(gone.as_string()));
      if (!node || !node->parent) continue;
      VirtualNode& parent = *node->parent;
      json::Value more;
      more.set("change", 1).set("child", node->properties["RuntimeId"]);
      parent.children.erase(std::find_if(parent.children.begin(), parent.children.end(),
                                         [&](const auto& one) { return one.get() == node; }));
      announce("structure", parent, std::move(more));
      if (node == about) about = nullptr;
    } else if (const json::Value& window = effect["open"]; !window.is_null()) {
      HWND owner = nullptr;
      if (about) {
        for (const auto& [handle, shown] : shown_) {
          if (shown.root->find(RuntimeId(), about->number)) owner = handle;
        }
      } else if (!shown_.empty()) {
        owner = shown_.begin()->first;
      }
      const HWND made = open(window, owner);
      // As a dialog's own loop: whoever opened it returns when it is closed, and everything else goes on meanwhile.
      while (effect["blocks"].as_bool() && IsWindow(made)) {
        MSG message;
        if (GetMessageW(&message, nullptr, 0, 0) <= 0) break;
        TranslateMessage(&message);
        DispatchMessageW(&message);
      }
    } else if (effect["close"].as_bool()) {
      HWND window = nullptr;
      for (const auto& [handle, shown] : shown_) {
        if (about && shown.root->find(RuntimeId(), about->number)) window = handle;
      }
      if (window) PostMessageW(window, WM_CLOSE, 0, 0);
    } else if (const json::Value& what = effect["do"]; !what.is_null()) {
      for (const auto& [handle, shown] : shown_) {
        VirtualNode* node = shown.root->find(RuntimeId(), static_cast<int>(effect["to"].as_int()));
        if (!node) continue;
        const Node before = node->properties;
        act_naturally(*node, std::string(what.as_string()), effect["with"].as_array());
        for (const auto& [name, value] : node->properties.as_object()) {
          if (!(before[name] == value)) announce("property", *node, json::Value().set("property", name));
        }
        break;
      }
    } else if (const json::Value& faults = effect["faults"]; !faults.is_null()) {
      put(behaviour_, "faults", faults);
      failed_.clear();
    } else if (const int64_t busy = effect["busy"].as_int(); busy > 0) {
      // The thread of the windows does nothing else.
      Sleep(static_cast<DWORD>(busy));
    }
  }
}

bool VirtualWorld::silent(const char* kind) const {
  const json::Array& kinds = behaviour_["silent"].as_array();
  return std::any_of(kinds.begin(), kinds.end(), [&](const json::Value& one) { return one.as_string() == kind; });
}

void VirtualWorld::announce(const char* kind, const VirtualNode& about, json::Value more) {
  if (!server_ || silent(kind)) return;
  const int64_t limit = behaviour_["eventsStopAfter"].as_int(INT_MAX);
  if (announced_ >= limit) return;
  json::Array windows;
  for (const auto& [handle, shown] : shown_) {
    if (!shown.root->find(RuntimeId(), about.number)) continue;
    for (HWND one = handle; one; one = GetWindow(one, GW_OWNER)) {
      windows.push_back(static_cast<int64_t>(reinterpret_cast<intptr_t>(one)));
    }
  }
  json::Value event;
  Node sender = node_of(about, 0);
  // Of nine recorded focus events two had a sender of which nothing could be read any more.
  if (behaviour_["deadSenders"].as_bool()) {
    sender = json::Value().set("RuntimeId", to_json({7, 0, 1})).set("ControlType", 50025);
  }
  event.set("kind", kind).set("node", sender).set("windows", windows);
  for (const auto& [name, value] : more.as_object()) event.set(name, value);
  const int64_t times = behaviour_["eventsTwice"].as_bool() ? 2 : 1;
  for (int64_t i = 0; i < times; ++i) server_->announce(event);
  ++announced_;
}

}  // namespace surehand::simulator
