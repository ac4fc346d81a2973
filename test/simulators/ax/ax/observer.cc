#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>

#include "ax/attributes.h"
#include "ax/element.h"
#include "cf/collections.h"
#include "cf/run_loop.h"
#include "cf/string.h"

using namespace axsim;

namespace axsim {
namespace {

using surehand::Event;

struct Registration {
  Place place;
  std::string name;
  void* refcon;
};

struct Notice {
  Place place;
  std::string name;
  void* refcon;
};

// What an observer is told, from the thread on which the world goes on to the loop that it is in. Outlives the observer for as long as
// something may still be said.
struct Post {
  std::mutex mutex;
  std::vector<Registration> registrations;
  std::deque<Notice> notices;
  AXObserverRef observer = nullptr;  // null: it has ended
  AXObserverCallback callback = nullptr;
  AXObserverCallbackWithInfo callback_with_info = nullptr;
  Source* source = nullptr;

  // For those who asked at the application, and at this element.
  void say(const Place& place, const std::string& name) {
    bool any = false;
    for (const Registration& each : registrations) {
      const bool whole = each.place.part == Part::kApplication && each.place.pid == place.pid;
      const bool own = each.place == place;
      // That it is gone, an element says to those alone who asked it.
      if (each.name != name || !(own || (whole && name != "AXUIElementDestroyed"))) continue;
      notices.push_back({place, name, each.refcon});
      any = true;
    }
    if (any && source != nullptr) source->arrive();
  }
};

class Observer final : public Object {
 public:
  static constexpr Type kType = Type::kObserver;
  Observer(int64_t pid, AXObserverCallback callback, AXObserverCallbackWithInfo with_info) : Object(kType), pid(pid) {
    post->observer = ref<AXObserverRef>(this);
    post->callback = callback;
    post->callback_with_info = with_info;
    auto* made = new Source(0, [kept = post] { deliver(*kept); }, {});
    post->source = made;
    source = Held(ref<CFTypeRef>(made));
  }
  void end() override {
    subscription.reset();
    source.reset();
    const std::lock_guard lock(post->mutex);
    post->observer = nullptr;
    post->source = nullptr;
    post->registrations.clear();
  }

  const int64_t pid;
  const std::shared_ptr<Post> post = std::make_shared<Post>();
  Held source;
  std::unique_ptr<surehand::Subscription> subscription;

 private:
  static void deliver(Post& post) {
    for (;;) {
      Notice notice;
      AXObserverRef observer;
      {
        const std::lock_guard lock(post.mutex);
        if (post.notices.empty() || post.observer == nullptr) return;
        notice = post.notices.front();
        post.notices.pop_front();
        observer = post.observer;
      }
      const Held about(make_element(notice.place));
      const Held name(make_string(notice.name));
      const auto element = static_cast<AXUIElementRef>(about.get());
      const auto notification = static_cast<CFStringRef>(name.get());
      if (post.callback != nullptr) {
        post.callback(observer, element, notification, notice.refcon);
      } else {
        const Held info(make_dictionary({}));
        post.callback_with_info(observer, element, notification, static_cast<CFDictionaryRef>(info.get()),
                                notice.refcon);
      }
    }
  }
};

// What AX says of what the world announces. Much is not said at all: that something was enabled, was taken away, was checked, in some cases.
class Translation {
 public:
  Translation(std::shared_ptr<Desktop> desktop, int64_t pid, Post& post)
      : desktop_(std::move(desktop)), pid_(pid), post_(post) {}

  void translate(const Event& event) {
    World& world = desktop_->world;
    const App* app = app_by_pid(world, pid_);
    const Node* source = app ? world.by_identity(*app, event.source) : nullptr;
    const std::string& what = event.detail;
    const std::lock_guard lock(post_.mutex);
    say_what_is_gone(app);
    if (what == "Window:create" && source) {
      const bool sheet = world.modality_of(*source) == surehand::Modality::kOwner;
      const bool menu = source->role == Role::kMenu;
      post_.say(at(*source), sheet ? "AXSheetCreated" : menu ? "AXMenuOpened" : "AXWindowCreated");
    } else if (what == "Window:activate" && source) {
      post_.say(at(*source), "AXFocusedWindowChanged");
      post_.say(at(*source), "AXMainWindowChanged");
      post_.say(application(), "AXApplicationActivated");
    } else if (what == "Window:deactivate") {
      const Node* active = world.active_window();
      if (!active || active->app != app) post_.say(application(), "AXApplicationDeactivated");
    } else if (what == "Window:minimize" && source) {
      post_.say(at(*source), "AXWindowMiniaturized");
    } else if (what == "Window:restore" && source) {
      post_.say(at(*source), "AXWindowDeminiaturized");
    } else if (what == "ChildrenChanged:add") {
      if (const Node* child = app ? world.by_identity(*app, event.child) : nullptr) post_.say(at(*child), "AXCreated");
      if (source) post_.say(at(*source), "AXLayoutChanged");
    } else if (what == "ChildrenChanged:remove" && source) {
      post_.say(at(*source), "AXLayoutChanged");
    } else if (source) {
      say_of(world, *source, what);
    }
  }

 private:
  Place at(const Node& node) const { return {desktop_->generation, pid_, node.serial, Part::kNode, 0}; }
  Place application() const { return {0, pid_, 0, Part::kApplication, 0}; }

  void say_of(const World& world, const Node& node, const std::string& what) {
    const AxRole role = ax_role(world, node);
    if (what == "StateChanged:focused") {
      if (world.focused() == &node) post_.say(at(node), "AXFocusedUIElementChanged");
    } else if (what == "TextChanged" || what == "PropertyChange:accessible-value" || what == "StateChanged:checked" ||
               what == "StateChanged:pressed") {
      post_.say(at(node), "AXValueChanged");
    } else if (what == "PropertyChange:accessible-name") {
      post_.say(at(node), role.role == "AXStaticText" ? "AXValueChanged" : "AXTitleChanged");
    } else if (what == "SelectionChanged") {
      const bool rows = role.role == "AXTable" || role.role == "AXOutline";
      post_.say(at(node), rows ? "AXSelectedRowsChanged" : "AXSelectedChildrenChanged");
    } else if (what == "StateChanged:expanded") {
      const bool on = node.is(State::kExpanded);
      if (role.role == "AXRow") {
        post_.say(at(node), on ? "AXRowExpanded" : "AXRowCollapsed");
      } else if (opens_menu(node)) {
        Place menu = at(node);
        menu.part = Part::kMenu;
        post_.say(menu, on ? "AXMenuOpened" : "AXMenuClosed");
      }
    } else if (what == "StateChanged:visible") {
      post_.say(at(node), "AXLayoutChanged");
    } else if (what == "StateChanged:busy") {
      post_.say(at(node), "AXElementBusyChanged");
    }
  }

  // The announcement comes before the end, so this sees what ended before.
  void say_what_is_gone(const App* app) {
    std::vector<Place> gone;
    for (const Registration& each : post_.registrations) {
      if (each.name != "AXUIElementDestroyed" || each.place.part != Part::kNode) continue;
      const bool there = app && desktop_->world.by_identity(*app, World::identity(each.place.serial)) != nullptr;
      if (!there) gone.push_back(each.place);
    }
    for (const Place& place : gone) post_.say(place, "AXUIElementDestroyed");
  }

  const std::shared_ptr<Desktop> desktop_;
  const int64_t pid_;
  Post& post_;
};

AXError create(pid_t application, AXObserverCallback callback, AXObserverCallbackWithInfo with_info,
               AXObserverRef* observer) {
  *observer = nullptr;
  count("AXObserverCreate");
  const auto desktop = Desktop::current();
  if (!desktop) return kAXErrorCannotComplete;
  const auto lock = desktop->enter();
  if (app_by_pid(desktop->world, application) == nullptr) return kAXErrorFailure;
  *observer = ref<AXObserverRef>(new Observer(application, callback, with_info));
  return kAXErrorSuccess;
}

bool is_known(const std::string& name) {
  static constexpr const char* kKnown[] = {"AXMainWindowChanged",
                                           "AXFocusedWindowChanged",
                                           "AXFocusedUIElementChanged",
                                           "AXApplicationActivated",
                                           "AXApplicationDeactivated",
                                           "AXApplicationHidden",
                                           "AXApplicationShown",
                                           "AXWindowCreated",
                                           "AXWindowMoved",
                                           "AXWindowResized",
                                           "AXWindowMiniaturized",
                                           "AXWindowDeminiaturized",
                                           "AXDrawerCreated",
                                           "AXSheetCreated",
                                           "AXHelpTagCreated",
                                           "AXValueChanged",
                                           "AXUIElementDestroyed",
                                           "AXElementBusyChanged",
                                           "AXMenuOpened",
                                           "AXMenuClosed",
                                           "AXMenuItemSelected",
                                           "AXRowCountChanged",
                                           "AXRowExpanded",
                                           "AXRowCollapsed",
                                           "AXSelectedCellsChanged",
                                           "AXSelectedChildrenMoved",
                                           "AXSelectedChildrenChanged",
                                           "AXResized",
                                           "AXMoved",
                                           "AXCreated",
                                           "AXSelectedRowsChanged",
                                           "AXSelectedColumnsChanged",
                                           "AXSelectedTextChanged",
                                           "AXTitleChanged",
                                           "AXLayoutChanged",
                                           "AXAnnouncementRequested"};
  return std::find(std::begin(kKnown), std::end(kKnown), name) != std::end(kKnown);
}

}  // namespace
}  // namespace axsim

CFTypeID AXObserverGetTypeID() { return static_cast<CFTypeID>(Observer::kType); }

AXError AXObserverCreate(pid_t application, AXObserverCallback callback, AXObserverRef* outObserver) {
  return create(application, callback, nullptr, outObserver);
}

AXError AXObserverCreateWithInfoCallback(pid_t application, AXObserverCallbackWithInfo callback,
                                         AXObserverRef* outObserver) {
  return create(application, nullptr, callback, outObserver);
}

AXError AXObserverAddNotification(AXObserverRef observer, AXUIElementRef element, CFStringRef notification,
                                  void* refcon) {
  auto& listener = as<Observer>(observer, "AXObserverAddNotification");
  const std::string name = utf8_of(notification, "AXObserverAddNotification");
  const Place asked = as<Element>(element, "AXObserverAddNotification").place;
  if (asked.part == Part::kSystemWide) return kAXErrorNotificationUnsupported;
  if (asked.pid != listener.pid) return kAXErrorInvalidUIElement;
  Reached reached;
  std::optional<Fault> fault;
  if (const auto error = send(element, {"AXObserverAddNotification", name, {}}, reached, fault)) return error;
  if (!is_known(name)) return kAXErrorNotificationUnsupported;
  {
    const std::lock_guard lock(listener.post->mutex);
    for (const Registration& each : listener.post->registrations) {
      if (each.place == asked && each.name == name) return kAXErrorNotificationAlreadyRegistered;
    }
    listener.post->registrations.push_back({asked, name, refcon});
  }
  if (!listener.subscription) {
    const auto post = listener.post;
    const std::weak_ptr<Desktop> weak = reached.desktop;
    auto listens = reached.world().listen(
        {reached.app->key, std::nullopt, surehand::EventKinds::all(), [post, weak, pid = listener.pid](Event event) {
           if (auto desktop = weak.lock()) Translation(std::move(desktop), pid, *post).translate(event);
         }});
    if (!listens) return kAXErrorCannotComplete;
    listener.subscription = listens.take();
  }
  return kAXErrorSuccess;
}

AXError AXObserverRemoveNotification(AXObserverRef observer, AXUIElementRef element, CFStringRef notification) {
  auto& listener = as<Observer>(observer, "AXObserverRemoveNotification");
  const std::string name = utf8_of(notification, "AXObserverRemoveNotification");
  const Place asked = as<Element>(element, "AXObserverRemoveNotification").place;
  count("AXObserverRemoveNotification");
  const std::lock_guard lock(listener.post->mutex);
  auto& all = listener.post->registrations;
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const Registration& each) { return each.place == asked && each.name == name; });
  if (at == all.end()) return kAXErrorNotificationNotRegistered;
  all.erase(at);
  return kAXErrorSuccess;
}

CFRunLoopSourceRef AXObserverGetRunLoopSource(AXObserverRef observer) {
  return static_cast<CFRunLoopSourceRef>(
      const_cast<void*>(as<Observer>(observer, "AXObserverGetRunLoopSource").source.get()));
}
