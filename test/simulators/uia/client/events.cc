#include "client/events.h"

#include <algorithm>
#include <thread>
#include <utility>
#include <variant>

#include "client/element.h"
#include "client/values.h"
#include "wire/socket.h"

namespace surehand::simulator {
namespace {

constexpr int kWindowOpened = 20016;
constexpr int kWindowClosed = 20017;
// ms. How often it is looked which windows there are; and whether a listener is wanted any more.
constexpr DWORD kWindowPeriod = 20;

BOOL CALLBACK add_visible(HWND window, LPARAM parameter) {
  if (IsWindowVisible(window)) reinterpret_cast<std::set<HWND>*>(parameter)->insert(window);
  return TRUE;
}

std::set<HWND> visible_windows() {
  std::set<HWND> windows;
  EnumWindows(add_visible, reinterpret_cast<LPARAM>(&windows));
  return windows;
}

bool same_place(const Place& a, const Place& b) {
  return a.process == b.process && a.id == b.id && a.number == b.number;
}

// Whether what happened in these windows (the innermost first) concerns a handler for that place.
bool concerns(const Handler& handler, const Place& sender, const json::Array& windows) {
  if (is_desktop(handler.place)) return (handler.scope & TreeScope_Descendants) != 0;
  if (same_place(handler.place, sender)) return (handler.scope & TreeScope_Element) != 0;
  if (!(handler.scope & (TreeScope_Descendants | TreeScope_Children))) return false;
  const auto handle = static_cast<int64_t>(reinterpret_cast<intptr_t>(handler.place.window));
  return std::any_of(windows.begin(), windows.end(), [&](const json::Value& one) { return one.as_int() == handle; });
}

}  // namespace

Events::~Events() = default;

HRESULT Events::add(Handler handler) {
  const DWORD process = handler.place.process;
  if (const HRESULT failure = Meter::the().note("listen " + std::to_string(handler.event)); FAILED(failure)) {
    return failure;
  }
  const bool windows =
      handler.kind == EventKind::kAutomation && (handler.event == kWindowOpened || handler.event == kWindowClosed);
  {
    const std::lock_guard lock(mutex_);
    handlers_.push_back(std::make_shared<Handler>(std::move(handler)));
    ++Meter::the().handlers;
  }
  if (windows) watch_windows();
  if (process != 0) listen_to(process);
  return S_OK;
}

HRESULT Events::remove(EventKind kind, int event, const Place& place, IUnknown* target) {
  if (const HRESULT failure = Meter::the().note("let go " + std::to_string(event)); FAILED(failure)) return failure;
  std::shared_ptr<Handler> removed;
  {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(handlers_.begin(), handlers_.end(), [&](const std::shared_ptr<Handler>& one) {
      return one->kind == kind && one->event == event && one->target.get() == target &&
             (kind == EventKind::kFocus || same_place(one->place, place));
    });
    if (at == handlers_.end()) return E_INVALIDARG;
    removed = *at;
    handlers_.erase(at);
    --Meter::the().handlers;
  }
  const std::lock_guard nobody_calls(calling_);
  return S_OK;
}

void Events::remove_all() {
  std::vector<std::shared_ptr<Handler>> removed;
  {
    const std::lock_guard lock(mutex_);
    removed.swap(handlers_);
    Meter::the().handlers -= static_cast<int>(removed.size());
  }
  const std::lock_guard nobody_calls(calling_);
}

std::vector<std::shared_ptr<Handler>> Events::handlers_now() {
  const std::lock_guard lock(mutex_);
  return handlers_;
}

bool Events::anyone_in(DWORD process) {
  const std::lock_guard lock(mutex_);
  const bool wanted = std::any_of(handlers_.begin(), handlers_.end(),
                                  [&](const std::shared_ptr<Handler>& one) { return one->place.process == process; });
  if (!wanted) heard_.erase(process);
  return wanted;
}

// The connection is made before the handler counts as added: what happens from then on is heard.
void Events::listen_to(DWORD process) {
  {
    const std::lock_guard lock(mutex_);
    if (!heard_.insert(process).second) return;
  }
  const unsigned short port = provider_port(process);
  Socket socket = port == 0 ? Socket() : Socket::connect(port);
  if (!socket.open() || !socket.write_line(R"({"op":"listen"})") || !socket.read_line(settings_->transaction)) {
    const std::lock_guard lock(mutex_);
    heard_.erase(process);
    return;
  }
  std::thread([self = shared_from_this(), process, connection = std::move(socket)]() mutable {
    while (self->anyone_in(process)) {
      const auto line = connection.read_line(kWindowPeriod * 5);
      if (!line) {
        const HANDLE handle = OpenProcess(SYNCHRONIZE, FALSE, process);
        const bool ended = !handle || WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
        if (handle) CloseHandle(handle);
        if (ended) break;
        continue;
      }
      const auto event = json::parse(*line);
      if (std::holds_alternative<json::Value>(event)) self->received(process, std::get<json::Value>(event));
    }
    const std::lock_guard lock(self->mutex_);
    self->heard_.erase(process);
  }).detach();
}

void Events::watch_windows() {
  {
    const std::lock_guard lock(mutex_);
    if (watching_) return;
    watching_ = true;
  }
  std::thread([self = shared_from_this(), before = visible_windows()]() mutable {
    for (;;) {
      Sleep(kWindowPeriod);
      {
        const std::lock_guard lock(self->mutex_);
        const bool wanted = std::any_of(self->handlers_.begin(), self->handlers_.end(), [](const auto& one) {
          return one->kind == EventKind::kAutomation && (one->event == kWindowOpened || one->event == kWindowClosed);
        });
        if (!wanted) {
          self->watching_ = false;
          return;
        }
      }
      std::set<HWND> now = visible_windows();
      for (const HWND window : now) {
        if (before.count(window)) continue;
        const Reply reply = read(place_of_window(window), "element", *self->settings_);
        if (SUCCEEDED(reply.result)) self->window_event(window, reply.value, kWindowOpened);
      }
      for (const HWND window : before) {
        if (!now.count(window)) self->window_event(window, {}, kWindowClosed);
      }
      before = std::move(now);
    }
  }).detach();
}

void Events::window_event(HWND window, const Node& node, int event) {
  Place place = node.is_null() ? Place{0, window, {42, static_cast<int>(reinterpret_cast<intptr_t>(window))}, 0}
                               : place_of_window(window);
  json::Array windows;
  for (HWND one = window; one; one = GetWindow(one, GW_OWNER)) {
    windows.push_back(static_cast<int64_t>(reinterpret_cast<intptr_t>(one)));
  }
  for (const auto& handler : handlers_now()) {
    if (handler->kind != EventKind::kAutomation || handler->event != event) continue;
    const bool own = handler->place.id == place.id;
    if (own || concerns(*handler, place, windows)) call(handler, node, place, json::Value().set("event", event));
  }
}

void Events::received(DWORD process, const json::Value& event) {
  const Node& node = event["node"];
  const json::Array& windows = event["windows"].as_array();
  Place around;
  around.process = process;
  around.window = windows.empty() ? nullptr : reinterpret_cast<HWND>(static_cast<intptr_t>(windows.front().as_int()));
  const Place place = place_of(node, around);
  const std::string_view kind = event["kind"].as_string();
  for (const auto& handler : handlers_now()) {
    if (handler->place.process != process && !is_desktop(handler->place)) continue;
    bool fits = false;
    switch (handler->kind) {
      case EventKind::kAutomation:
        fits = kind == "event" && event["event"].as_int() == handler->event;
        break;
      case EventKind::kStructure:
        fits = kind == "structure";
        break;
      case EventKind::kFocus:
        fits = kind == "focus";
        break;
      case EventKind::kProperty:
        fits = kind == "property" && std::any_of(handler->properties.begin(), handler->properties.end(), [&](int id) {
                 const Property* known = property_of(id);
                 return known && known->name == event["property"].as_string();
               });
        break;
    }
    if (fits && (handler->kind == EventKind::kFocus || concerns(*handler, place, windows))) {
      call(handler, node, place, event);
    }
  }
}

void Events::call(const std::shared_ptr<Handler>& handler, const Node& node, const Place& place,
                  const json::Value& event) {
  const std::lock_guard lock(calling_);
  {
    // It may have been removed since; from then on it is not called.
    const std::lock_guard there(mutex_);
    if (std::find(handlers_.begin(), handlers_.end(), handler) == handlers_.end()) return;
  }
  const ComPtr<Element> sender = Element::cached(node, place, settings_, handler->wanted);
  switch (handler->kind) {
    case EventKind::kAutomation:
      static_cast<IUIAutomationEventHandler*>(handler->target.get())
          ->HandleAutomationEvent(sender.get(), handler->event);
      break;
    case EventKind::kFocus:
      static_cast<IUIAutomationFocusChangedEventHandler*>(handler->target.get())->HandleFocusChangedEvent(sender.get());
      break;
    case EventKind::kStructure: {
      RuntimeId child;
      for (const json::Value& part : event["child"].as_array()) child.push_back(static_cast<int>(part.as_int()));
      SAFEARRAY* id = to_safe_array(child);
      static_cast<IUIAutomationStructureChangedEventHandler*>(handler->target.get())
          ->HandleStructureChangedEvent(sender.get(), static_cast<StructureChangeType>(event["change"].as_int()), id);
      SafeArrayDestroy(id);
      break;
    }
    case EventKind::kProperty: {
      for (const int id : handler->properties) {
        const Property* known = property_of(id);
        if (!known || known->name != event["property"].as_string()) continue;
        VARIANT value;
        to_variant(node, place, settings_, id, false, &value);
        static_cast<IUIAutomationPropertyChangedEventHandler*>(handler->target.get())
            ->HandlePropertyChangedEvent(sender.get(), id, value);
        VariantClear(&value);
      }
      break;
    }
  }
}

}  // namespace surehand::simulator
