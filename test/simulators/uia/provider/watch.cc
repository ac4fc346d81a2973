#include "provider/watch.h"

#include <array>
#include <functional>
#include <utility>

namespace surehand::simulator {
namespace {

// What a client may listen for.
constexpr std::array<const char*, 12> kWatched = {"Name",
                                                  "Value.Value",
                                                  "RangeValue.Value",
                                                  "Toggle.ToggleState",
                                                  "ExpandCollapse.State",
                                                  "IsEnabled",
                                                  "IsOffscreen",
                                                  "SelectionItem.IsSelected",
                                                  "BoundingRectangle",
                                                  "HasKeyboardFocus",
                                                  "ControlType",
                                                  "Window.WindowVisualState"};

// ms. Long enough for what belongs together to be told together.
constexpr UINT kTogether = 15;

bool may_change(UINT message) {
  switch (message) {
    case WM_SETTEXT:
    case WM_ENABLE:
    case WM_SHOWWINDOW:
    case WM_WINDOWPOSCHANGED:
    case WM_CREATE:
    case WM_NCDESTROY:
    case WM_COMMAND:
    case WM_NOTIFY:
    case WM_HSCROLL:
    case WM_VSCROLL:
    case WM_SETFOCUS:
    case WM_ACTIVATE:
    case WM_MENUSELECT:
    case WM_INITMENUPOPUP:
    case WM_UNINITMENUPOPUP:
    case WM_ENTERMENULOOP:
    case WM_EXITMENULOOP:
    case BM_SETCHECK:
    case LB_INSERTSTRING:
    case LB_DELETESTRING:
    case LB_ADDSTRING:
    case LB_SETCURSEL:
    case LB_SETTOPINDEX:
    case CB_SETCURSEL:
    case CB_SHOWDROPDOWN:
      return true;
    default:
      return message >= WM_KEYFIRST && message <= WM_KEYLAST;
  }
}

}  // namespace

Watch* Watch::only_ = nullptr;

Watch::Watch(World& world, Server& server)
    : world_(world),
      server_(server),
      sent_hook_(sent),
      fetched_hook_(SetWindowsHookExW(WH_GETMESSAGE, fetched, nullptr, GetCurrentThreadId())) {
  only_ = this;
  server_.on_listener = [this] { look(false); };
}

Watch::~Watch() {
  UnhookWindowsHookEx(fetched_hook_);
  only_ = nullptr;
}

LRESULT CALLBACK Watch::sent(int code, WPARAM wparam, LPARAM lparam) {
  const auto& message = *reinterpret_cast<const CWPRETSTRUCT*>(lparam);
  if (code == HC_ACTION && only_ && may_change(message.message)) only_->soon();
  return CallNextHookEx(nullptr, code, wparam, lparam);
}

LRESULT CALLBACK Watch::fetched(int code, WPARAM wparam, LPARAM lparam) {
  const auto& message = *reinterpret_cast<const MSG*>(lparam);
  if (code == HC_ACTION && only_ && may_change(message.message)) only_->soon();
  return CallNextHookEx(nullptr, code, wparam, lparam);
}

void Watch::soon() {
  if (timer_ == 0 && server_.heard()) timer_ = SetTimer(nullptr, 0, kTogether, looked);
}

void CALLBACK Watch::looked(HWND, UINT, UINT_PTR timer, DWORD) {
  KillTimer(nullptr, timer);
  if (!only_) return;
  only_->look(true);
  only_->timer_ = 0;
}

void Watch::look(bool tell) {
  Tree now = seen_now();
  if (tell) tell_difference(now);
  seen_ = std::move(now);
}

Watch::Tree Watch::seen_now() {
  Tree out;
  const std::function<void(const Node&, const RuntimeId&, json::Array)> add =
      [&](const Node& node, const RuntimeId& parent, json::Array windows) {
        const json::Value& window = node["Window.IsModal"].is_null() && node["ControlType"].as_int() != 50009
                                        ? json::Value()
                                        : node["NativeWindowHandle"];
        if (!window.is_null()) windows.insert(windows.begin(), window);
        const RuntimeId id = id_of(node);
        Node alone = node;
        put(alone, "children", {});
        out[id] = {std::move(alone), parent, windows, out.size()};
        for (const Node& child : children_of(node)) add(child, id, windows);
      };
  const SentHook::Away unheard;
  for (const Node& window : world_.top_levels()) add(window, {}, {});
  return out;
}

void Watch::tell_difference(const Tree& now) {
  for (const auto& [id, before] : seen_) {
    if (now.count(id)) continue;
    // Told of what it was in: it itself can no longer be asked.
    const auto parent = now.find(before.parent);
    if (parent == now.end()) continue;
    json::Value more;
    announce("structure", parent->second, more.set("change", 1).set("child", to_json(id)));
  }
  for (const auto& [id, after] : now) {
    const auto found = seen_.find(id);
    if (found == seen_.end()) {
      json::Value more;
      announce("structure", after, more.set("change", 0).set("child", to_json(id)));
      if (after.node["ControlType"].as_int() == 50009) announce("event", after, json::Value().set("event", 20003));
      continue;
    }
    const Node& before = found->second.node;
    for (const char* name : kWatched) {
      if (before[name] == after.node[name]) continue;
      announce("property", after, json::Value().set("property", name));
      if (name == std::string_view("SelectionItem.IsSelected")) {
        announce("event", after, json::Value().set("event", after.node[name].as_bool() ? 20012 : 20011));
      }
      if (name == std::string_view("HasKeyboardFocus") && after.node[name].as_bool()) announce("focus", after, {});
      if (name == std::string_view("Value.Value") && has_pattern(after.node, "TextPattern")) {
        announce("event", after, json::Value().set("event", 20015));
      }
    }
  }
}

void Watch::announce(const char* kind, const Seen& about, json::Value more) {
  json::Value event;
  event.set("kind", kind).set("node", about.node).set("windows", about.windows);
  for (const auto& [name, value] : more.as_object()) event.set(name, value);
  server_.announce(event);
}

}  // namespace surehand::simulator
