#include "client/remote.h"

#include <map>
#include <mutex>
#include <utility>
#include <variant>
#include <vector>

#include "client/meter.h"
#include "platform/windows/com/text.h"
#include "wire/socket.h"

namespace surehand::simulator {
namespace {

// Connections that nobody uses at the moment, by the port of their provider.
class Pool {
 public:
  Socket take(unsigned short port) {
    {
      const std::lock_guard lock(mutex_);
      auto& idle = idle_[port];
      if (!idle.empty()) {
        Socket taken = std::move(idle.back());
        idle.pop_back();
        return taken;
      }
    }
    return Socket::connect(port);
  }
  void give_back(unsigned short port, Socket socket) {
    const std::lock_guard lock(mutex_);
    if (idle_[port].size() < 4) idle_[port].push_back(std::move(socket));
  }

 private:
  std::mutex mutex_;
  std::map<unsigned short, std::vector<Socket>> idle_;
};

Pool& pool() {
  static Pool* const kept = new Pool;  // NOLINT: threads may use it until the process ends
  return *kept;
}

// A window whose process has no provider of its own is told of by what Windows itself knows.
Reply read_foreign(HWND window) {
  if (!IsWindow(window)) return {kElementNotAvailable, {}};
  wchar_t text[512] = L"", type[128] = L"";
  // Does not ask the window, which may not answer.
  InternalGetWindowText(window, text, 512);
  GetClassNameW(window, type, 128);
  RECT rect{};
  GetWindowRect(window, &rect);
  DWORD process = 0;
  GetWindowThreadProcessId(window, &process);
  const auto handle = static_cast<int>(reinterpret_cast<intptr_t>(window));
  Node node;
  node.set("RuntimeId", to_json({42, handle})).set("NativeWindowHandle", handle);
  node.set("ControlType", 50032).set("LocalizedControlType", "window");
  node.set("Name", uia::to_utf8(text)).set("ClassName", uia::to_utf8(type)).set("FrameworkId", "Win32");
  node.set("ProcessId", static_cast<int>(process)).set("IsEnabled", IsWindowEnabled(window) != FALSE);
  node.set("IsOffscreen", !IsWindowVisible(window) || IsIconic(window));
  node.set("BoundingRectangle",
           json::Array{static_cast<int>(rect.left), static_cast<int>(rect.top),
                       static_cast<int>(rect.right - rect.left), static_cast<int>(rect.bottom - rect.top)});
  return {S_OK, std::move(node)};
}

Reply ask(const Place& place, json::Value question, const Settings& settings) {
  const std::string what = std::string(question["op"].as_string()) + " " + std::string(question["scope"].as_string()) +
                           std::string(question["what"].as_string()) + " " + text_of(place.id);
  const HRESULT failure = Meter::the().trip(what);
  if (failure != S_OK) return {failure, {}};
  const unsigned short port = provider_port(place.process);
  if (port == 0) {
    if (question["op"].as_string() == "read") return read_foreign(place.window);
    return {question["op"].as_string() == "parent" ? S_OK : kElementNotAvailable, {}};
  }
  question.set("window", static_cast<int64_t>(reinterpret_cast<intptr_t>(place.window)));
  question.set("RuntimeId", to_json(place.id)).set("number", place.number);
  Socket socket = pool().take(port);
  if (!socket.open() || !socket.write_line(json::stringify(question))) return {kElementNotAvailable, {}};
  const ULONGLONG began = GetTickCount64();
  const auto line = socket.read_line(settings.transaction);
  if (!line) {
    // A process that has ended takes its connection with it at once; one that hangs is waited for in vain.
    return {GetTickCount64() - began >= settings.transaction ? kTimedOut : kElementNotAvailable, {}};
  }
  pool().give_back(port, std::move(socket));
  auto answer = json::parse(*line);
  if (!std::holds_alternative<json::Value>(answer)) return {E_FAIL, {}};
  const auto& value = std::get<json::Value>(answer);
  return {static_cast<HRESULT>(value["result"].as_int()), value["value"]};
}

BOOL CALLBACK add_unowned(HWND window, LPARAM parameter) {
  if (IsWindowVisible(window) && !GetWindow(window, GW_OWNER)) {
    reinterpret_cast<std::vector<HWND>*>(parameter)->push_back(window);
  }
  return TRUE;
}

Node desktop_node() {
  const HWND desktop = GetDesktopWindow();
  Node node = read_foreign(desktop).value;
  put(node, "ControlType", 50033);
  put(node, "LocalizedControlType", "pane");
  put(node, "Name", "Desktop 1");
  return node;
}

}  // namespace

Place desktop_place() {
  const HWND desktop = GetDesktopWindow();
  return {0, desktop, {42, static_cast<int>(reinterpret_cast<intptr_t>(desktop))}, 0};
}

bool is_desktop(const Place& place) { return place.process == 0; }

Place place_of(const Node& node, const Place& around) {
  Place place;
  const int64_t process = node["ProcessId"].as_int();
  place.process = process != 0 ? static_cast<DWORD>(process) : around.process;
  const int64_t handle = node["NativeWindowHandle"].as_int();
  place.window = handle != 0 ? reinterpret_cast<HWND>(static_cast<intptr_t>(handle)) : around.window;
  place.id = id_of(node);
  place.number = static_cast<int>(node["#"].as_int());
  return place;
}

Place place_of_window(HWND window) {
  if (window == GetDesktopWindow()) return desktop_place();
  Place place;
  GetWindowThreadProcessId(window, &place.process);
  place.window = window;
  place.id = {42, static_cast<int>(reinterpret_cast<intptr_t>(window))};
  return place;
}

Reply read(const Place& place, const std::string& scope, const Settings& settings) {
  if (!is_desktop(place)) return ask(place, json::Value().set("op", "read").set("scope", scope), settings);
  Node node = desktop_node();
  if (scope == "element") return {S_OK, std::move(node)};
  std::vector<HWND> windows;
  EnumWindows(add_unowned, reinterpret_cast<LPARAM>(&windows));
  json::Array children;
  for (const HWND window : windows) {
    Reply one = read(place_of_window(window), scope == "children" ? "element" : scope, settings);
    // One window that does not answer does not take the others along.
    if (SUCCEEDED(one.result)) children.push_back(std::move(one.value));
  }
  node.set("children", std::move(children));
  return {S_OK, std::move(node)};
}

Reply parent_of(const Place& place, const Settings& settings) {
  if (is_desktop(place)) return {S_OK, {}};
  Reply reply = ask(place, json::Value().set("op", "parent"), settings);
  if (SUCCEEDED(reply.result) && reply.value.is_null()) reply.value = desktop_node();
  return reply;
}

Reply act(const Place& place, const std::string& what, json::Array with, const Settings& settings) {
  return ask(place, json::Value().set("op", "act").set("what", what).set("with", std::move(with)), settings);
}

}  // namespace surehand::simulator
