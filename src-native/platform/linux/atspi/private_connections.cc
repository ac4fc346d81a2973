#include "platform/linux/atspi/private_connections.h"

#include <algorithm>

#include "platform/linux/atspi/calls.h"

namespace surehand::atspi {

namespace {

// How long a connection that is served may take to answer, the machine being busy: an answer comes after 0.1 ms.
constexpr Milliseconds kAtOnce{20};
// How long opening one may take, and how often it may fail: an address that leads nowhere costs no more than that.
constexpr Milliseconds kOpening{500};
constexpr int kMostFailures = 2;
// Dialogs upon dialogs, each opened by an action.
constexpr size_t kMost = 8;

// libdbus answers by itself whenever the application serves the connection.
bool answers(dbus::Connection& connection, const Limits& limits) {
  const auto reply = connection.call({{}, "/", "org.freedesktop.DBus.Peer", "Ping"}, limits);
  return reply && reply->is_reply();
}

bool are_among(const PrivateConnections::Modals& some, const PrivateConnections::Modals& all) {
  return std::all_of(some.begin(), some.end(),
                     [&](uint32_t each) { return std::find(all.begin(), all.end(), each) != all.end(); });
}

}  // namespace

std::shared_ptr<dbus::Connection> PrivateConnections::free_one(dbus::Connection& bus, const Object& root,
                                                               int64_t process, const Modals& open,
                                                               const Limits& limits) {
  const std::lock_guard lock(mutex_);
  const auto dead = [](const Kept& each) { return !each.connection->alive(); };
  kept_.erase(std::remove_if(kept_.begin(), kept_.end(), dead), kept_.end());
  for (Kept& each : kept_) {
    if (each.before && are_among(open, *each.before)) each.before.reset();
  }
  for (auto each = kept_.begin(); each != kept_.end(); ++each) {
    if (each->before || !is_free(*each->connection, bus, root, limits)) continue;
    each->before = open;
    std::rotate(kept_.begin(), each, each + 1);
    return kept_.front().connection;
  }
  // Of an application that did not answer at all nothing is known.
  if (limits.expired() || limits.cancelled()) return nullptr;
  if (kept_.size() >= kMost || failures_ >= kMostFailures) return nullptr;
  auto opened = this->open(bus, root, process, limits);
  if (opened) kept_.insert(kept_.begin(), {opened, open});
  return opened;
}

bool PrivateConnections::is_free(dbus::Connection& connection, dbus::Connection& bus, const Object& root,
                                 const Limits& limits) {
  if (answers(connection, limits.capped(kAtOnce))) return true;
  // Busy, or inside a dialog that an action over it opened: an application that answered on the bus meanwhile is not busy.
  Caller caller;
  const auto awake = bus.call(caller.method(root, Method::kGetRole), limits);
  return awake && answers(connection, limits.capped(kAtOnce));
}

std::shared_ptr<dbus::Connection> PrivateConnections::open(dbus::Connection& bus, const Object& root, int64_t process,
                                                           const Limits& limits) {
  if (process <= 0) return nullptr;
  if (!address_) {
    Caller caller;
    const auto reply = bus.call(caller.method(root, Method::kGetApplicationBusAddress), limits);
    if (!reply) return nullptr;
    address_ = reply->is_reply() && reply->message->signature() == "s" ? std::string(reply->body().string()) : "";
  }
  if (address_->empty()) return nullptr;
  const auto time = std::min(kOpening, limits.remaining() / 2);
  const Limits patience = limits.capped(time);
  auto opened = dbus::Connection::open_peer(*address_, process, patience);
  if (opened && answers(**opened, patience)) return opened.take();
  // A call with less time than that proves nothing.
  if (time == kOpening && !limits.cancelled()) ++failures_;
  return nullptr;
}

}  // namespace surehand::atspi
