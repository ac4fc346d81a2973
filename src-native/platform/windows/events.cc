#include "platform/windows/events.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include "platform/windows/com/apartment.h"
#include "platform/windows/com/bstr.h"
#include "platform/windows/com/event_handlers.h"
#include "platform/windows/com/event_thread.h"
#include "platform/windows/com/ids.h"
#include "platform/windows/com/variant.h"
#include "platform/windows/errors.h"
#include "platform/windows/session.h"
#include "platform/windows/windows.h"

namespace surehand::uia {
namespace {

// How long one application may take to take a handler, or to let go of one: others wait for the thread meanwhile.
constexpr Milliseconds kPatience{1000};
// The same of one that has let that pass, or that Windows knows to take no messages.
constexpr Milliseconds kImpatience{50};

struct Announced {
  int id;
  EventKind kind;
  const char* name;
};

constexpr Announced kEvents[] = {
    {event::kMenuOpened, EventKind::kStructure, "MenuOpened"},
    {event::kMenuClosed, EventKind::kStructure, "MenuClosed"},
    {event::kAsyncContentLoaded, EventKind::kStructure, "AsyncContentLoaded"},
    {event::kLayoutInvalidated, EventKind::kStructure, "LayoutInvalidated"},
    {event::kLiveRegionChanged, EventKind::kProperty, "LiveRegionChanged"},
    {event::kSelectionItemElementSelected, EventKind::kSelection, "ElementSelected"},
    {event::kSelectionItemElementAddedToSelection, EventKind::kSelection, "ElementAddedToSelection"},
    {event::kSelectionItemElementRemovedFromSelection, EventKind::kSelection, "ElementRemovedFromSelection"},
    {event::kSelectionInvalidated, EventKind::kSelection, "SelectionInvalidated"},
    {event::kTextTextChanged, EventKind::kText, "TextChanged"},
    {event::kWindowWindowClosed, EventKind::kWindow, "WindowClosed"},
};

constexpr Announced kProperties[] = {
    {property::kName, EventKind::kProperty, "Name"},
    {property::kHelpText, EventKind::kProperty, "HelpText"},
    {property::kItemStatus, EventKind::kProperty, "ItemStatus"},
    {property::kValueValue, EventKind::kValue, "Value"},
    {property::kRangeValueValue, EventKind::kValue, "RangeValue"},
    {property::kIsEnabled, EventKind::kState, "IsEnabled"},
    {property::kIsOffscreen, EventKind::kState, "IsOffscreen"},
    {property::kToggleToggleState, EventKind::kState, "ToggleState"},
    {property::kExpandCollapseExpandCollapseState, EventKind::kState, "ExpandCollapseState"},
    {property::kSelectionItemIsSelected, EventKind::kState, "IsSelected"},
    {property::kWindowWindowVisualState, EventKind::kWindow, "WindowVisualState"},
};

// Showing and hiding are changes of structure for a look at what shows.
bool is_wanted(EventKinds kinds, const Announced& one) {
  return kinds.has(one.kind) || (one.id == property::kIsOffscreen && kinds.has(EventKind::kStructure));
}

const char* name_of(StructureChangeType change) {
  constexpr std::array<const char*, 6> kNames = {"ChildAdded",        "ChildRemoved",        "ChildrenInvalidated",
                                                 "ChildrenBulkAdded", "ChildrenBulkRemoved", "ChildrenReordered"};
  const auto index = static_cast<size_t>(change);
  return index < kNames.size() ? kNames[index] : "StructureChanged";
}

RuntimeId id_of(SAFEARRAY* array) { return elements_of<int32_t>(array); }

// What is listened to of one application. Shared by its handlers, the event thread and the subscribers.
class Observation : public std::enable_shared_from_this<Observation> {
 public:
  Observation(std::shared_ptr<SessionLink> link, ApplicationPtr application, Target target, EventKinds kinds,
              EventSink sink, Apartment apartment)
      : apartment_(std::move(apartment)),
        link_(std::move(link)),
        application_(std::move(application)),
        target_(std::move(target)),
        kinds_(kinds),
        sink_(std::move(sink)) {}

  // These three on the event thread.
  HRESULT begin();
  // The first failure, where not one of its windows can be listened to.
  HRESULT add_new_windows();
  void take_back();

  // From then on the sink is not called again.
  void end() { ended_ = true; }
  bool ended() const { return ended_; }

  void announce(EventKind kind, std::string detail, IUIAutomationElement* sender, SAFEARRAY* child);
  DWORD process() const { return application_->pid; }
  EventKinds kinds() const { return kinds_; }

 private:
  class Handlers;
  struct Heard {
    HWND window;
    Likeness likeness;
    ComPtr<IUIAutomationElement> element;

    bool is_there() const { return IsWindow(window) && likeness == likeness_of(window); }
  };

  HRESULT listen_to(HWND window);
  void let_go_of(const Heard& one);
  Handlers* handlers() const { return handlers_.get(); }

  const Apartment apartment_;  // first, so that it outlives every object of COM's below
  const std::shared_ptr<SessionLink> link_;
  const ApplicationPtr application_;
  const Target target_;
  const EventKinds kinds_;
  const EventSink sink_;
  std::atomic<bool> ended_{false};
  std::shared_ptr<Client> client_;  // its own: what hangs here holds nothing else
  ComPtr<IUIAutomationCacheRequest> request_;
  ComPtr<IUIAutomationElement> root_;
  ComPtr<Handlers> handlers_;
  std::vector<Heard> heard_;
};

// Holds no more than it needs to say that something happened: UI Automation lets go of it when it likes.
class Observation::Handlers final : public EventHandlers {
 public:
  explicit Handlers(std::weak_ptr<Observation> observation) : observation_(std::move(observation)) {}

  HRESULT STDMETHODCALLTYPE HandleAutomationEvent(IUIAutomationElement* sender, EVENTID id) override {
    const auto observation = observation_.lock();
    if (!observation || observation->ended()) return S_OK;
    if (id == event::kWindowWindowOpened) {
      // Of the whole desktop; it is ours when the process is.
      int process = 0;
      if (!sender || FAILED(sender->get_CachedProcessId(&process)) ||
          static_cast<DWORD>(process) != observation->process()) {
        return S_OK;
      }
      EventThread::of_this_process().post([observation] { observation->add_new_windows(); });
      observation->announce(EventKind::kWindow, "WindowOpened", sender, nullptr);
      return S_OK;
    }
    for (const Announced& one : kEvents) {
      if (one.id == id) observation->announce(one.kind, one.name, sender, nullptr);
    }
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE HandlePropertyChangedEvent(IUIAutomationElement* sender, PROPERTYID id, VARIANT) override {
    const auto observation = observation_.lock();
    if (!observation) return S_OK;
    for (const Announced& one : kProperties) {
      if (one.id == id) observation->announce(one.kind, std::string("PropertyChanged:") + one.name, sender, nullptr);
    }
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE HandleStructureChangedEvent(IUIAutomationElement* sender, StructureChangeType change,
                                                        SAFEARRAY* child) override {
    const auto observation = observation_.lock();
    if (!observation) return S_OK;
    observation->announce(EventKind::kStructure, std::string("StructureChanged:") + name_of(change), sender, child);
    return S_OK;
  }
  HRESULT STDMETHODCALLTYPE HandleFocusChangedEvent(IUIAutomationElement* sender) override {
    const auto observation = observation_.lock();
    int process = 0;
    if (!observation || !sender || FAILED(sender->get_CachedProcessId(&process)) ||
        static_cast<DWORD>(process) != observation->process()) {
      return S_OK;
    }
    observation->announce(EventKind::kFocus, "FocusChanged", sender, nullptr);
    return S_OK;
  }

 private:
  const std::weak_ptr<Observation> observation_;
};

void Observation::announce(EventKind kind, std::string detail, IUIAutomationElement* sender, SAFEARRAY*) {
  if (ended_) return;
  Event event;
  event.kind = kind;
  event.detail = std::move(detail);
  RuntimeId id;
  SafeArray array;
  Bstr name;
  // Of nine recorded focus events two came from an element of which nothing could be read any more: then something happened, somewhere.
  if (sender && SUCCEEDED(sender->GetRuntimeId(array.put()))) id = id_of(array.get());
  if (sender && SUCCEEDED(sender->get_CachedName(name.put()))) event.name = name.str();
  if (!id.empty()) {
    // Only of what has been read: an event does not say which window it is in.
    link_->with([&](Session& session) {
      event.source = session.elements.name_of(target_.app_key, ElementHandle(id, {}, nullptr, nullptr));
    });
  }
  if (target_.identity && event.source != *target_.identity) return;
  sink_(std::move(event));
}

HRESULT Observation::begin() {
  auto client = Client::create();
  if (!client) return E_FAIL;
  client_ = client.take();
  client_->bound(kPatience);
  IUIAutomation* const automation = client_->get();
  if (auto six = ComPtr<IUIAutomation>(automation).as<IUIAutomation6>()) {
    // The same event of the same element, many times within a moment, is one (Windows 10 1809).
    six->put_CoalesceEvents(CoalesceEventsOptions_Enabled);
    six->put_ConnectionRecoveryBehavior(ConnectionRecoveryBehaviorOptions_Enabled);
  }
  HRESULT result = automation->CreateCacheRequest(request_.put());
  if (FAILED(result)) return result;
  for (const int id : {property::kRuntimeId, property::kName, property::kProcessId}) request_->AddProperty(id);
  ComPtr<Handlers> made;
  *made.put() = new Handlers(weak_from_this());
  handlers_ = std::move(made);

  if (kinds_.has(EventKind::kWindow) || kinds_.has(EventKind::kStructure)) {
    result = automation->GetRootElement(root_.put());
    if (FAILED(result)) return result;
    result = automation->AddAutomationEventHandler(event::kWindowWindowOpened, root_.get(), TreeScope_Subtree,
                                                   request_.get(), handlers());
    if (FAILED(result)) return result;
  }
  if (kinds_.has(EventKind::kFocus)) {
    result = automation->AddFocusChangedEventHandler(request_.get(), handlers());
    if (FAILED(result)) return result;
  }
  return add_new_windows();
}

HRESULT Observation::add_new_windows() {
  if (ended_ || !client_) return S_OK;
  // What closed takes its handlers along in its own process only.
  const auto closed = std::partition(heard_.begin(), heard_.end(), [](const Heard& one) { return one.is_there(); });
  const std::vector<Heard> gone(std::make_move_iterator(closed), std::make_move_iterator(heard_.end()));
  heard_.erase(closed, heard_.end());
  client_->bound(kImpatience);
  for (const Heard& one : gone) let_go_of(one);

  client_->bound(kPatience);
  HRESULT failure = S_OK;
  for (const TopLevel& window : windows_of(*application_)) {
    const bool known =
        std::any_of(heard_.begin(), heard_.end(), [&](const Heard& one) { return one.window == window.handle; });
    if (known) continue;
    const HRESULT result = IsHungAppWindow(window.handle) ? kTimedOut : listen_to(window.handle);
    if (FAILED(result) && SUCCEEDED(failure)) failure = result;
    // The others would keep the thread as long. They are tried again when the next one opens.
    if (is_timeout(result) || is_busy(result)) break;
  }
  // One that cannot be listened to is no reason not to listen to the others: then only looking again tells.
  return heard_.empty() && !is_gone(failure) ? failure : S_OK;
}

HRESULT Observation::listen_to(HWND window) {
  IUIAutomation* const automation = client_->get();
  Heard one{window, likeness_of(window), {}};
  HRESULT result = automation->ElementFromHandle(window, one.element.put());
  if (FAILED(result) || !one.element) return result;
  IUIAutomationElement* const element = one.element.get();
  std::vector<std::function<HRESULT()>> calls;
  // What is in it by being owned by it would come twice.
  if (kinds_.has(EventKind::kStructure)) {
    calls.emplace_back([&] {
      return automation->AddStructureChangedEventHandler(element, TreeScope_Subtree, request_.get(), handlers());
    });
  }
  std::vector<PROPERTYID> properties;
  for (const Announced& each : kProperties) {
    if (is_wanted(kinds_, each)) properties.push_back(each.id);
  }
  if (!properties.empty()) {
    calls.emplace_back([&] {
      return automation->AddPropertyChangedEventHandlerNativeArray(element, TreeScope_Subtree, request_.get(),
                                                                   handlers(), properties.data(),
                                                                   static_cast<int>(properties.size()));
    });
  }
  for (const Announced& each : kEvents) {
    if (!kinds_.has(each.kind)) continue;
    calls.emplace_back([&, id = each.id] {
      return automation->AddAutomationEventHandler(id, element, TreeScope_Subtree, request_.get(), handlers());
    });
  }
  size_t taken = 0;
  for (const auto& call : calls) {
    const HRESULT added = call();
    taken += SUCCEEDED(added);
    if (FAILED(added) && SUCCEEDED(result)) result = added;
    if (!is_timeout(added) && !is_busy(added) && !is_gone(added)) continue;
    let_go_of(one);
    return added;
  }
  // An older UI Automation refuses what it does not know, and tells of the rest.
  if (taken == 0 && FAILED(result)) return result;
  heard_.push_back(std::move(one));
  return S_OK;
}

// Each by itself: RemoveAllEventHandlers() would take those of others in this process along.
void Observation::let_go_of(const Heard& one) {
  IUIAutomation* const automation = client_->get();
  const auto removed = [&](HRESULT result) {
    if (is_timeout(result) || is_busy(result)) client_->bound(kImpatience);
  };
  if (kinds_.has(EventKind::kStructure)) {
    removed(automation->RemoveStructureChangedEventHandler(one.element.get(), handlers()));
  }
  removed(automation->RemovePropertyChangedEventHandler(one.element.get(), handlers()));
  for (const Announced& event : kEvents) {
    if (kinds_.has(event.kind)) {
      removed(automation->RemoveAutomationEventHandler(event.id, one.element.get(), handlers()));
    }
  }
}

void Observation::take_back() {
  if (!client_ || !handlers_) return;
  IUIAutomation* const automation = client_->get();
  client_->bound(kPatience);
  for (const Heard& one : heard_) {
    if (IsHungAppWindow(one.window)) client_->bound(kImpatience);
    let_go_of(one);
  }
  heard_.clear();
  if (root_) automation->RemoveAutomationEventHandler(event::kWindowWindowOpened, root_.get(), handlers());
  if (kinds_.has(EventKind::kFocus)) automation->RemoveFocusChangedEventHandler(handlers());
  root_ = nullptr;
  request_ = nullptr;
  handlers_ = nullptr;
  client_.reset();
}

class ApplicationEvents final : public Subscription {
 public:
  explicit ApplicationEvents(std::shared_ptr<Observation> observation) : observation_(std::move(observation)) {}
  ~ApplicationEvents() override {
    observation_->end();
    EventThread::of_this_process().post([observation = std::move(observation_)] { observation->take_back(); });
  }

 private:
  std::shared_ptr<Observation> observation_;
};

}  // namespace

Result<std::unique_ptr<Subscription>> observe_application(Session& session, const Target& target, EventKinds kinds,
                                                          EventSink sink, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, target.app_key));
  SUREHAND_TRY(apartment, Apartment::open());
  auto observation =
      std::make_shared<Observation>(session.link, application.take(), target, kinds, std::move(sink), apartment.take());
  auto subscription = std::make_unique<ApplicationEvents>(observation);
  const auto result = std::make_shared<std::atomic<HRESULT>>(S_OK);
  const bool done =
      EventThread::of_this_process().run([observation, result] { *result = observation->begin(); }, limits);
  if (!done) {
    return limits.exceeded("the application to say what happens in it")
        .value_or(Error{ErrorCode::kTimeout, "the application did not take an event handler in time", {}});
  }
  if (FAILED(*result)) return read_failed(*result, "listen to the application");
  return std::unique_ptr<Subscription>(std::move(subscription));
}

}  // namespace surehand::uia
