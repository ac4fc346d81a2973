#include "platform/linux/invoke/invocation.h"

#include <functional>
#include <iterator>

#include "platform/linux/atspi/reference.h"
#include "platform/linux/errors.h"
#include "platform/linux/quirks/cells.h"
#include "platform/linux/read/tree_reader.h"
#include "platform/linux/states.h"
#include "platform/linux/windows.h"

namespace surehand::atspi {
namespace {

// More than a bar has, or a document besides its sheet, unless it is full of shapes.
constexpr int32_t kMostChildren = 512;

}  // namespace

Invocation::Invocation(Session& session, const ApplicationRecord& application, const Element& element, Sending& sending,
                       const Limits& limits)
    : session_(session),
      application_(application),
      sending_(sending),
      element_(element),
      name_(object_named(element.identity, element.app_key)),
      object_(name_),
      limits_(limits) {}

Status Invocation::learn() {
  if (sheet_of(element_.identity)) {
    auto cell = object_of(session_, application_, element_.identity, limits_);
    if (!cell) return silent(cell.take_error());
    name_ = cell.take();
    object_ = name_;
  }
  SUREHAND_TRY(facts, learn(object_));
  facts_ = *facts;
  return Done{};
}

Result<Facts> Invocation::learn(const Object& object) {
  constexpr Method kQuestions[] = {Method::kGetState, Method::kGetInterfaces, Method::kGetRole};
  Facts facts;
  bool gone = false, there = false;
  dbus::Connection::Pipeline pipeline(session_.bus);
  pipeline.on_reply([&](uint64_t question, const dbus::Reply& reply) {
    gone |= is_gone(reply);
    if (!reply.is_reply()) return;
    dbus::Reader reader = reply.body();
    switch (kQuestions[question]) {
      case Method::kGetState:
        facts.states = read_states(reader);
        there = true;
        break;
      case Method::kGetInterfaces:
        facts.interfaces = read_interfaces(reader);
        break;
      default:
        facts.role = reader.u32();
    }
  });
  for (uint64_t i = 0; i < std::size(kQuestions); ++i) {
    auto asked = pipeline.push(caller_.method(object, kQuestions[i]), i, limits_);
    if (!asked) return silent(asked.take_error());
  }
  if (auto answered = pipeline.drain(limits_); !answered) return silent(answered.take_error());
  if (gone) return app_exited(application_);
  if (!there || facts.is(state::kDefunct)) return stale();
  return facts;
}

Error Invocation::unsupported(std::string_view what, json::Value details) const {
  return {ErrorCode::kUnsupported, "the element offers no way to " + std::string(what), std::move(details)};
}

Error Invocation::stale() const { return {ErrorCode::kStale, "the element is not there any more; find it again", {}}; }

Error Invocation::silent(Error error) const {
  if (error.code != ErrorCode::kTimeout) return error;
  return app_unresponsive(application_, std::chrono::duration_cast<Milliseconds>(Clock::now() - started_),
                          "an element's state");
}

Result<dbus::Reply> Invocation::read(const dbus::Call& call) {
  auto reply = session_.bus->call(call, limits_);
  if (!reply) return silent(reply.take_error());
  if (is_gone(*reply)) return app_exited(application_);
  return reply;
}

PrivateConnections::Modals Invocation::modal_windows() {
  if (session_.screen->clients_know_their_place()) return atspi::modal_windows(session_, application_, limits_);
  // A Wayland compositor does not tell. What is about to be sent is in caller_.
  PrivateConnections::Modals open;
  Caller caller;
  const auto windows = children_of(Object{application_.key, application_.root}, caller);
  if (!windows) return open;
  for (const ObjectName& window : *windows) {
    const auto told = read(caller.method(window, Method::kGetState));
    if (!told || !told->is_reply()) continue;
    dbus::Reader reader = told->body();
    if ((read_states(reader) & state::kModal) != 0)
      open.push_back(static_cast<uint32_t>(std::hash<std::string>()(window.path)));
  }
  return open;
}

std::shared_ptr<dbus::Connection> Invocation::connection_for(const dbus::Call& call) {
  // What another process embeds here is that one's.
  if (application_.traits().acts_while_dispatching && call.destination == application_.key) {
    const Object root{application_.key, application_.root};
    const auto open = modal_windows();
    if (auto own = application_.private_connections->free_one(*session_.bus, root, application_.pid, open, limits_))
      return own;
  }
  return session_.bus;
}

Result<dbus::Reply> Invocation::dispatch(const dbus::Call& call, Route route, const std::string& named) {
  const std::string what =
      std::string(call.interface.substr(call.interface.rfind('.') + 1)) + "." + std::string(call.member);
  // A list, a bar or a neighbour that the element names may be another application's, which was not asked for.
  if (call.destination != object_.bus) return unsupported("call " + what + " without another application's element");
  if (auto error = limits_.exceeded(what)) return std::move(*error);
  const auto connection = connection_for(call);
  // Nothing but its answers was waited for meanwhile.
  if (auto error = limits_.exceeded(what)) return silent(std::move(*error));
  if (connection == session_.bus) *application_.silent_since_act = true;
  sending_.begin(route, named.empty() ? what : named);
  auto reply = connection->call(call, limits_);
  sending_.end();
  if (!reply) {
    Error error = reply.take_error();
    if (error.code == ErrorCode::kInvalidArgument) return error;
    // Its own connection goes with the application.
    if (error.code == ErrorCode::kNoDesktop && connection != session_.bus) {
      if (auto there = read(caller_.method(object_, Method::kGetState)); !there) {
        if (there.error().code == ErrorCode::kAppExited) return there.take_error().maybe_sent();
      }
    }
    if (error.code == ErrorCode::kAborted) {
      error.message += "; the request was sent and may still take effect";
      return std::move(error).maybe_sent();
    }
    return Error{ErrorCode::kOutcomeUnknown,
                 what + " was sent to " + application_.name + " and not answered (" + error.message +
                     "); look at the application before doing it again",
                 json::Object{{"reason", std::string(to_string(error.code))}}}
        .maybe_sent();
  }
  if (is_gone(*reply)) {
    Error gone = app_exited(application_);
    // The application had the call and ended before it answered. Otherwise the bus found no receiver.
    return reply->is_error("org.freedesktop.DBus.Error.NoReply") ? std::move(gone).maybe_sent() : gone;
  }
  if (reply->is_error("org.freedesktop.DBus.Error.UnknownObject")) {
    // Qt says so, too, of an element that is there when it has no such method.
    SUREHAND_TRY(there, read(caller_.method(object_, Method::kGetState)));
    return there->is_reply() ? unsupported("call " + what) : stale();
  }
  if (is_unknown(*reply)) return unsupported("call " + what);
  if (!reply->is_reply()) {
    return Error{ErrorCode::kRefused,
                 application_.name + " refused " + what + ": " + std::string(reply->message->error_name()),
                 {}};
  }
  return reply;
}

Result<bool> Invocation::dispatch_bool(const dbus::Call& call, Route route, const std::string& named) {
  SUREHAND_TRY(reply, dispatch(call, route, named));
  return reply->message->signature() == "b" ? reply->body().boolean() : true;
}

Result<std::optional<ObjectName>> Invocation::parent_of(const Object& object) {
  SUREHAND_TRY(reply, read(caller_.get(object, Property::kParent)));
  dbus::Reader reader = reply->body();
  if (!reply->is_reply() || reader.begin_variant() != "(so)") return std::optional<ObjectName>();
  ObjectName parent = read_object(reader);
  if (parent.path == kNullPath) return std::optional<ObjectName>();
  return std::optional(std::move(parent));
}

Result<std::vector<ObjectName>> Invocation::children_of(const Object& object) { return children_of(object, caller_); }

Result<std::vector<ObjectName>> Invocation::children_of(const Object& object, Caller& caller) {
  std::vector<ObjectName> children;
  SUREHAND_TRY(counted, read(caller.get(object, Property::kChildCount)));
  if (!counted->is_reply()) return children;
  dbus::Reader count = counted->body();
  const auto listed = ChildCount::of(count.begin_variant() == "i" ? count.i32() : 0);
  if (!listed || listed->value() > kMostChildren) return children;
  SUREHAND_TRY(reply, read(caller.children(object, *listed)));
  if (!reply->is_reply()) return children;
  dbus::Reader reader = reply->body();
  for (auto each = reader.begin_array(8); reader.more(each);) {
    ObjectName child = read_object(reader);
    if (child.path != kNullPath) children.push_back(std::move(child));
  }
  return children;
}

Result<uint64_t> Invocation::states_now(const Object& object) {
  SUREHAND_TRY(reply, read(caller_.method(object, Method::kGetState)));
  dbus::Reader reader = reply->body();
  return read_states(reader);
}

Result<std::optional<int32_t>> Invocation::number(Property which) {
  return property<int32_t>(object_, which, "i", [](dbus::Reader& reader) { return reader.i32(); });
}

Result<std::optional<double>> Invocation::real(Property which) {
  return property<double>(object_, which, "d", [](dbus::Reader& reader) { return reader.f64(); });
}

}  // namespace surehand::atspi
