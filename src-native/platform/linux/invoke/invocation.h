#pragma once

#include <poll.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/seam/backend.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/session.h"

namespace surehand::atspi {

// What is known of an element before it is acted on.
struct Facts {
  uint64_t states = 0;
  uint32_t interfaces = 0;
  uint32_t role = 0;

  bool has(Interface interface) const { return (interfaces & bit(interface)) != 0; }
  bool is(uint64_t state) const { return (states & state) != 0; }
};

// Qt shows a button as pressed for 100 ms before it acts; what has not taken by then is for the caller to
// wait for.
inline constexpr Milliseconds kReadBack{150};

// One action on one element: what it is about, and the two kinds of calls. The kinds of actions are functions over it, a
// file each.
class Invocation {
 public:
  Invocation(Session& session, const ApplicationRecord& application, const Element& element, Sending& sending,
             const Limits& limits);

  Session& session() { return session_; }
  const ApplicationRecord& application() const { return application_; }
  const Element& element() const { return element_; }
  const Object& object() const { return object_; }
  const Facts& facts() const { return facts_; }
  const Limits& limits() const { return limits_; }
  Caller& caller() { return caller_; }

  // Before anything else: asks for the facts.
  Status learn();
  // The facts of another element.
  Result<Facts> learn(const Object& object);

  // UNSUPPORTED: "no way to `what`".
  Error unsupported(std::string_view what, json::Value details = {}) const;
  Error stale() const;

  // What an answer that did not come means while nothing has been done yet.
  Error silent(Error error) const;
  // A call that changes nothing. An error reply that says that the object cannot do this is a value.
  Result<dbus::Reply> read(const dbus::Call& call);
  // A call that changes something; from here on a lost answer leaves the outcome open. `named`: what the receipt calls it,
  // where that is not what is called.
  Result<dbus::Reply> dispatch(const dbus::Call& call, Route route, const std::string& named = "");
  // As dispatch(), for methods that answer whether they did it.
  Result<bool> dispatch_bool(const dbus::Call& call, Route route, const std::string& named = "");

  Result<std::optional<ObjectName>> parent_of(const Object& object);
  // None where there are more than would be looked through for an action.
  Result<std::vector<ObjectName>> children_of(const Object& object);
  Result<uint64_t> states_now(const Object& object);

  // Nothing where the element has no such property.
  template <class T, class Take>
  Result<std::optional<T>> property(const Object& object, Property property, std::string_view type, Take take) {
    SUREHAND_TRY(reply, read(caller_.get(object, property)));
    if (!reply->is_reply()) return std::optional<T>();
    dbus::Reader reader = reply->body();
    if (reader.begin_variant() != type) return std::optional<T>();
    const T value = take(reader);
    return reader.ok() ? std::optional<T>(value) : std::nullopt;
  }
  Result<std::optional<int32_t>> number(Property which);
  Result<std::optional<double>> real(Property which);

  // Reads until it is so, or for a moment: whether it was seen. For what no tree shows; the rest the caller reads back.
  // Trouble meanwhile is no trouble of the action, which has been done by then.
  template <class Check>
  bool confirmed(Check check, Milliseconds most = kReadBack) {
    const Limits patience = limits_.capped(most);
    for (int pause = 1;; pause = std::min(pause * 2, 16)) {
      const Result<bool> so = check();
      if (!so) return false;
      if (*so) return true;
      if (patience.expired() || patience.cancelled()) return false;
      poll(nullptr, 0, pause);
    }
  }

 private:
  // Those in whose own loop the application may be.
  PrivateConnections::Modals modal_windows();
  Result<std::vector<ObjectName>> children_of(const Object& object, Caller& caller);
  // What a call that acts goes over.
  std::shared_ptr<dbus::Connection> connection_for(const dbus::Call& call);

  Session& session_;
  const ApplicationRecord& application_;
  Sending& sending_;
  const Element& element_;
  ObjectName name_;
  Object object_;
  Limits limits_;
  Clock::time_point started_ = Clock::now();
  Caller caller_;
  Facts facts_;
};

}  // namespace surehand::atspi
