#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "core/seam/backend.h"
#include "platform/linux/dbus/connection.h"

namespace surehand::atspi {

struct Session;

// What toolkits announce only while somebody has asked the registry for it: which events were asked for, of which
// applications. Taken back when the last subscription ends. Thread-safe.
class Registrations {
 public:
  // From its return on, `app` announces `events`.
  Status add(dbus::Connection& bus, const std::string& app, EventKinds kinds, const Limits& limits);
  void remove(dbus::Connection& bus);

 private:
  std::mutex mutex_;
  std::set<std::pair<std::string, std::string>> asked_;  // event, application
  size_t subscriptions_ = 0;
};

Result<std::unique_ptr<Subscription>> observe_application(Session& session, const Target& target, EventKinds kinds,
                                                          EventSink sink, const Limits& limits);

}  // namespace surehand::atspi
