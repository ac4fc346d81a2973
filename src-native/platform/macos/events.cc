#include "platform/macos/events.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "platform/macos/applications.h"
#include "platform/macos/ax/observer.h"
#include "platform/macos/cf/string.h"
#include "platform/macos/errors.h"
#include "platform/macos/identity.h"
#include "platform/macos/session.h"

namespace surehand::ax {

namespace {

// How many of the elements that events were about keep their names, so that who is told of one can still ask for it.
constexpr size_t kRemembered = 64;
// Of new windows, on the observer's own thread.
constexpr Milliseconds kAtOnce{100};

struct Announced {
  std::string_view name;
  EventKind kind;
};

// Asked of the application, which passes on what is below it. That nothing is announced for some of them (-25207) is said of an
// application by its pace: then only looking tells. The places of things and the caret are left out; no wait is for them.
constexpr Announced kOfApplication[] = {
    {"AXWindowCreated", EventKind::kWindow},
    {"AXMainWindowChanged", EventKind::kWindow},
    {"AXFocusedWindowChanged", EventKind::kWindow},
    {"AXWindowMiniaturized", EventKind::kWindow},
    {"AXWindowDeminiaturized", EventKind::kWindow},
    {"AXSheetCreated", EventKind::kWindow},
    {"AXDrawerCreated", EventKind::kWindow},
    {"AXApplicationActivated", EventKind::kWindow},
    {"AXApplicationDeactivated", EventKind::kWindow},
    {"AXApplicationHidden", EventKind::kWindow},
    {"AXApplicationShown", EventKind::kWindow},
    {"AXMenuOpened", EventKind::kStructure},
    {"AXMenuClosed", EventKind::kStructure},
    {"AXHelpTagCreated", EventKind::kStructure},
    {"AXCreated", EventKind::kStructure},
    {"AXUIElementDestroyed", EventKind::kStructure},
    {"AXLayoutChanged", EventKind::kStructure},
    {"AXRowCountChanged", EventKind::kStructure},
    {"AXLoadComplete", EventKind::kStructure},
    {"AXLiveRegionCreated", EventKind::kStructure},
    {"AXLiveRegionChanged", EventKind::kText},
    {"AXRowExpanded", EventKind::kState},
    {"AXRowCollapsed", EventKind::kState},
    {"AXExpandedChanged", EventKind::kState},
    {"AXElementBusyChanged", EventKind::kState},
    {"AXValueChanged", EventKind::kValue},
    {"AXTitleChanged", EventKind::kProperty},
    {"AXFocusedUIElementChanged", EventKind::kFocus},
    {"AXSelectedChildrenChanged", EventKind::kSelection},
    {"AXSelectedRowsChanged", EventKind::kSelection},
    {"AXSelectedColumnsChanged", EventKind::kSelection},
    {"AXSelectedCellsChanged", EventKind::kSelection},
};

// Asked of an element itself: some controls do not announce these to an observer of the application alone.
constexpr std::string_view kOfElement[] = {"AXValueChanged",    "AXTitleChanged",    "AXSelectedChildrenChanged",
                                           "AXRowCountChanged", "AXExpandedChanged", "AXUIElementDestroyed"};
constexpr std::string_view kOfWindow[] = {"AXUIElementDestroyed", "AXTitleChanged"};

std::optional<EventKind> kind_of(std::string_view notification) {
  const auto* found = std::find_if(std::begin(kOfApplication), std::end(kOfApplication),
                                   [&](const Announced& each) { return each.name == notification; });
  if (found == std::end(kOfApplication)) return std::nullopt;
  return found->kind;
}

// What is wanted, as which it is told; one notification is of several kinds. A changed value is a text, a number or a check mark; a window that is gone was an
// element that is gone, and what is gone from a list was selected, perhaps.
std::optional<EventKind> wanted_as(EventKinds kinds, std::string_view notification) {
  const auto kind = kind_of(notification);
  if (!kind) return std::nullopt;
  if (kinds.has(*kind)) return kind;
  const auto either = [&](std::initializer_list<EventKind> others) -> std::optional<EventKind> {
    for (const EventKind other : others) {
      if (kinds.has(other)) return other;
    }
    return std::nullopt;
  };
  if (notification == "AXValueChanged") return either({EventKind::kText, EventKind::kState});
  if (notification == "AXUIElementDestroyed") return either({EventKind::kWindow});
  if (notification == "AXRowExpanded" || notification == "AXRowCollapsed") return either({EventKind::kStructure});
  if (*kind == EventKind::kWindow) return either({EventKind::kStructure});
  return std::nullopt;
}

struct Listener {
  EventKinds kinds;
  std::optional<std::string> only;
  EventSink sink;
  std::atomic<bool> ended{false};
};

}  // namespace

// Of one application.
class Announcements : public std::enable_shared_from_this<Announcements> {
 public:
  Announcements(ApplicationPtr application, std::shared_ptr<Elements> elements)
      : application_(std::move(application)), elements_(std::move(elements)) {}

  Status begin(const Limits& limits) {
    const auto pid = static_cast<pid_t>(application_->pid);
    AXError error = kAXErrorSuccess;
    const auto heard = [weak = weak_from_this()](const ElementRef& element, CFStringRef notification) {
      if (const auto self = weak.lock()) self->tell(element, notification);
    };
    observer_ = Observer::start(pid, heard, limits, error);
    if (!observer_) return read_failed(*application_, error, "listen to what it announces");
    const auto application = ElementRef::adopt(AXUIElementCreateApplication(pid));
    // One that is busy is asked by the observer's thread, and meanwhile by no other.
    bool answers = true;
    for (const Announced& each : kOfApplication) {
      const auto name = cf::string(each.name);
      if (answers) error = observer_->listen_to(application, name.get(), limits.capped(kPatience));
      if (error == kAXErrorAPIDisabled) return not_trusted();
      answers = error != kAXErrorCannotComplete;
      if (!answers) observer_->listen_later(application, name.get());
    }
    if (!answers) return Done{};
    for (const ElementRef& window : elements(application, kAXWindowsAttribute, limits.capped(kPatience))) {
      listen_to(window, kOfWindow, limits.capped(kPatience));
    }
    return Done{};
  }

  void listen_to_element(const ElementRef& element, const Limits& limits) {
    listen_to(element, kOfElement, limits.capped(kPatience));
  }

  void add(std::shared_ptr<Listener> listener) {
    const std::lock_guard lock(mutex_);
    listeners_.push_back(std::move(listener));
  }

  void remove(const std::shared_ptr<Listener>& listener) {
    const std::lock_guard lock(mutex_);
    listeners_.erase(std::remove(listeners_.begin(), listeners_.end(), listener), listeners_.end());
  }

 private:
  // The call that begins to listen has a question of its own, and little time may be left for it.
  static constexpr Milliseconds kPatience{100};

  template <size_t N>
  void listen_to(const ElementRef& element, const std::string_view (&names)[N], const Limits& limits) {
    for (const std::string_view each : names) {
      const auto name = cf::string(each);
      if (observer_->listen_to(element, name.get(), limits) == kAXErrorCannotComplete) {
        observer_->listen_later(element, name.get());
      }
    }
  }

  // On the observer's thread.
  void tell(const ElementRef& element, CFStringRef notification) {
    const std::string name = cf::utf8_of(notification);
    if (name == "AXWindowCreated" || name == "AXSheetCreated") listen_to(element, kOfWindow, Limits::within(kAtOnce));
    std::vector<std::shared_ptr<Listener>> listeners;
    // An event of the application itself has no source.
    const auto whole = ElementRef::adopt(AXUIElementCreateApplication(static_cast<pid_t>(application_->pid)));
    Elements::Named named;
    if (!CFEqual(element.get(), whole.get())) named = elements_->intern(application_->key, element);
    {
      const std::lock_guard lock(mutex_);
      listeners = listeners_;
      remembered_.push_back(named.hold);
      if (remembered_.size() > kRemembered) remembered_.pop_front();
    }
    for (const auto& listener : listeners) {
      const auto kind = wanted_as(listener->kinds, name);
      if (!kind || listener->ended || (listener->only && *listener->only != named.identity)) continue;
      Event event;
      event.kind = *kind;
      event.source = named.identity;
      event.detail = name;
      listener->sink(std::move(event));
    }
  }

  ApplicationPtr application_;
  std::shared_ptr<Elements> elements_;
  std::shared_ptr<Observer> observer_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Listener>> listeners_;
  std::deque<ElementHold> remembered_;
};

namespace {

class ApplicationEvents final : public Subscription {
 public:
  ApplicationEvents(std::shared_ptr<Announcements> announcements, std::shared_ptr<Listener> listener)
      : announcements_(std::move(announcements)), listener_(std::move(listener)) {
    announcements_->add(listener_);
  }
  ~ApplicationEvents() override {
    listener_->ended = true;
    announcements_->remove(listener_);
  }

 private:
  std::shared_ptr<Announcements> announcements_;
  std::shared_ptr<Listener> listener_;
};

}  // namespace

std::shared_ptr<Announcements> Observers::find(const std::string& app_key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_application_.find(app_key);
  return found == by_application_.end() ? nullptr : found->second.lock();
}

void Observers::keep(const std::string& app_key, const std::shared_ptr<Announcements>& announcements) {
  const std::lock_guard lock(mutex_);
  for (auto each = by_application_.begin(); each != by_application_.end();) {
    each = each->second.expired() ? by_application_.erase(each) : std::next(each);
  }
  by_application_[app_key] = announcements;
}

Result<std::unique_ptr<Subscription>> observe_application(Session& session, const Target& target, EventKinds kinds,
                                                          EventSink sink, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, target.app_key));
  auto announcements = session.observers.find(target.app_key);
  if (!announcements) {
    announcements = std::make_shared<Announcements>(*application, session.elements);
    SUREHAND_CHECK(announcements->begin(limits));
    session.observers.keep(target.app_key, announcements);
  }
  auto listener = std::make_shared<Listener>();
  listener->kinds = kinds;
  listener->only = target.identity;
  listener->sink = std::move(sink);
  if (target.identity) {
    auto element = element_of(session, {target.app_key, *target.identity});
    if (!element) return element.take_error();
    announcements->listen_to_element(*element, limits);
  }
  return std::unique_ptr<Subscription>(new ApplicationEvents(std::move(announcements), std::move(listener)));
}

}  // namespace surehand::ax
