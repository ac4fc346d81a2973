#include "platform/linux/events.h"

#include <optional>
#include <vector>

#include "platform/linux/applications.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/atspi/reference.h"
#include "platform/linux/session.h"

namespace surehand::atspi {
namespace {

constexpr std::string_view kObject = "org.a11y.atspi.Event.Object";
constexpr std::string_view kWindow = "org.a11y.atspi.Event.Window";
constexpr std::string_view kDocument = "org.a11y.atspi.Event.Document";

struct Announced {
  std::string_view name;  // as the registry knows it
  EventKind kind;
};

// BoundsChanged is left out: GTK 3 floods with it and no toolkit announces every move. TextCaretMoved says nothing that a
// wait is for. Qt announces neither added nor removed children; that something came to show is its only hint.
constexpr Announced kAnnounced[] = {
    {"Object:ChildrenChanged", EventKind::kStructure},
    {"Object:ActiveDescendantChanged", EventKind::kSelection},
    {"Object:SelectionChanged", EventKind::kSelection},
    {"Object:PropertyChange", EventKind::kProperty},
    {"Object:PropertyChange", EventKind::kValue},
    // Qt announces values to who asks for exactly these (5.15 and 6.4).
    {"Object:PropertyChange:AccessibleValue", EventKind::kValue},
    {"Object:StateChanged", EventKind::kState},
    {"Object:StateChanged", EventKind::kFocus},
    {"Object:StateChanged", EventKind::kStructure},
    {"Object:TextChanged", EventKind::kText},
    {"Object:VisibleDataChanged", EventKind::kStructure},
    {"Document:LoadComplete", EventKind::kStructure},
    {"Window:Create", EventKind::kWindow},
    {"Window:Destroy", EventKind::kWindow},
    {"Window:Activate", EventKind::kWindow},
    {"Window:Deactivate", EventKind::kWindow},
    {"Window:Close", EventKind::kWindow},
    {"Window:Minimize", EventKind::kWindow},
    {"Window:Restore", EventKind::kWindow},
};

std::optional<EventKind> kind_of(std::string_view interface, std::string_view member, std::string_view detail) {
  if (interface == kWindow) return EventKind::kWindow;
  if (interface == kDocument) return EventKind::kStructure;
  if (member == "ChildrenChanged" || member == "VisibleDataChanged") return EventKind::kStructure;
  if (member == "StateChanged") return detail == "focused" ? EventKind::kFocus : EventKind::kState;
  if (member == "PropertyChange") return detail == "accessible-value" ? EventKind::kValue : EventKind::kProperty;
  if (member == "TextChanged") return EventKind::kText;
  if (member == "SelectionChanged" || member == "ActiveDescendantChanged") return EventKind::kSelection;
  return std::nullopt;
}

// GTK 3 makes an accessible object at the first request, and announces how it is put together, that it is not
// defunct included: what a look itself brings about is no reason to look again. `body` is after the detail.
bool is_of_being_made(std::string_view member, std::string_view detail, dbus::Reader body) {
  if (member == "StateChanged") return detail == "defunct" && body.i32() == 0;
  if (member != "PropertyChange") return false;
  return detail == "widget" || detail == "accessible-role" || detail == "accessible-parent";
}

// `body` is after the detail.
bool is_gained(dbus::Reader body) { return body.i32() == 1; }

// Showing and hiding are changes of structure for a look at what shows.
bool is_wanted(EventKinds kinds, EventKind kind, std::string_view detail) {
  if (kinds.has(kind)) return true;
  return kinds.has(EventKind::kStructure) && kind == EventKind::kState && (detail == "showing" || detail == "visible");
}

// Newer bridges end an event with the properties that were asked for; the text of TextChanged, before it, may be a
// secret and is not read.
std::string name_in(dbus::Reader& body) {
  constexpr std::string_view kTail = "a{sv}";
  const std::string_view signature = body.signature();
  if (signature.size() < kTail.size() || signature.substr(signature.size() - kTail.size()) != kTail) return {};
  body.i32();
  body.i32();
  body.skip("v");
  auto entries = body.begin_array(8);
  while (body.more(entries)) {
    body.begin_struct();
    const auto key = body.string();
    const auto type = body.begin_variant();
    if (key == to_string(TreeProperty::kName) && type == "s") return std::string(body.string());
    body.skip(type);
  }
  return {};
}

// ChildrenChanged ends with the child.
std::string child_in(dbus::Reader body, const std::string& app_key) {
  body.i32();
  body.i32();
  if (body.begin_variant() != "(so)") return {};
  const Reference child = read_reference(body);
  return child.is_null() ? std::string() : identity_of(child.object, app_key);
}

class ApplicationEvents final : public Subscription {
 public:
  explicit ApplicationEvents(std::vector<std::unique_ptr<dbus::Connection::Subscription>> signals)
      : signals_(std::move(signals)) {}

 private:
  std::vector<std::unique_ptr<dbus::Connection::Subscription>> signals_;
};

}  // namespace

Registrations::Listener::Listener(std::shared_ptr<Registrations> registrations,
                                  const std::shared_ptr<dbus::Connection>& bus)
    : registrations_(std::move(registrations)), bus_(bus) {
  std::lock_guard lock(registrations_->mutex_);
  ++registrations_->listeners_;
}

Registrations::Listener::~Listener() {
  const auto bus = bus_.lock();
  std::lock_guard lock(registrations_->mutex_);
  if (--registrations_->listeners_ > 0) return;
  if (bus) registrations_->take_back(*bus);
  registrations_->asked_.clear();
}

Status Registrations::ask(dbus::Connection& bus, const std::string& app, EventKinds kinds, const Limits& limits) {
  Caller caller;
  for (const auto& [name, kind] : kAnnounced) {
    if (!kinds.has(kind)) continue;
    std::pair<std::string, std::string> wanted(name, app);
    {
      std::lock_guard lock(mutex_);
      if (asked_.count(wanted) > 0) continue;
    }
    SUREHAND_TRY(reply, bus.call(caller.register_event(name, app), limits));
    if (!reply->is_reply()) {
      return Error{ErrorCode::kUnsupported,
                   "the accessibility registry announces no events: " + std::string(reply->message->error_text()),
                   {}};
    }
    std::lock_guard lock(mutex_);
    asked_.insert(std::move(wanted));
  }
  return Done{};
}

// Sent before whatever is asked for next, and never waited for: an outbox that is full belongs to a bus that does not read.
void Registrations::take_back(dbus::Connection& bus) {
  Caller caller;
  std::string_view last;
  for (const auto& [event, app] : asked_) {
    if (event == last) continue;
    last = event;
    (void)bus.send(caller.deregister_event(event), Limits::within(Milliseconds(0)));
  }
}

Result<std::unique_ptr<Subscription>> observe_application(Session& session, const Target& target, EventKinds kinds,
                                                          EventSink sink, const Limits& limits) {
  SUREHAND_TRY(application, application_of(session, target.app_key, limits));

  const ToolkitTraits& traits = (*application)->traits();
  const bool announces_making = traits.announces_objects_being_made;
  const auto heard_focus = traits.current_item_is_focused ? (*application)->heard_focus : nullptr;
  // Owned by the sinks: gone once the last of them is.
  const auto listener = std::make_shared<Registrations::Listener>(session.registrations, session.bus);
  const auto receive = [listener, key = target.app_key, announces_making, heard_focus, only = target.identity, kinds,
                        sink = std::move(sink)](const std::shared_ptr<const dbus::Message>& message) {
    auto body = message->body();
    const std::string_view detail = body.string();
    const auto kind = kind_of(message->interface(), message->member(), detail);
    if (heard_focus && kind == EventKind::kFocus && is_gained(body)) heard_focus->keep(message->path());
    if (!kind || !is_wanted(kinds, *kind, detail)) return;
    if (announces_making && is_of_being_made(message->member(), detail, body)) return;
    Event event;
    event.kind = *kind;
    event.source = identity_of({message->sender(), message->path()}, key);
    if (only && event.source != *only) return;
    event.detail = std::string(message->member());
    if (message->interface() != kObject) {
      event.detail = (message->interface() == kWindow ? "Window:" : "Document:") + event.detail;
    } else if (!detail.empty()) {
      event.detail.append(":").append(detail);
    }
    if (message->member() == "ChildrenChanged" && detail == "add") event.child = child_in(body, key);
    event.name = name_in(body);
    sink(std::move(event));
  };

  std::vector<std::unique_ptr<dbus::Connection::Subscription>> signals;
  for (const auto interface : {kObject, kWindow, kDocument}) {
    const std::string rule = "type='signal',sender='" + target.app_key + "',interface='" + std::string(interface) + "'";
    SUREHAND_TRY(subscribed, session.bus->subscribe(rule, receive, limits));
    signals.push_back(subscribed.take());
  }
  SUREHAND_TRY(registered, session.registrations->ask(*session.bus, target.app_key, kinds, limits));
  return std::unique_ptr<Subscription>(new ApplicationEvents(std::move(signals)));
}

}  // namespace surehand::atspi
