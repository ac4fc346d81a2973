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

// Toolkits announce these only while a client has asked the registry for them: which events were asked for, of which
// applications. Taken back when the last who listens is gone. Thread-safe; its lock is never held while it is waited.
class Registrations {
 public:
  // A listener. Freed on any thread, the reader of the bus included.
  class Listener {
   public:
    Listener(std::shared_ptr<Registrations> registrations, const std::shared_ptr<dbus::Connection>& bus);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

   private:
    std::shared_ptr<Registrations> registrations_;
    std::weak_ptr<dbus::Connection> bus_;
  };

  // From its return on, `app` announces `kinds`, for as long as anybody listens.
  Status ask(dbus::Connection& bus, const std::string& app, EventKinds kinds, const Limits& limits);

 private:
  void take_back(dbus::Connection& bus);

  std::mutex mutex_;
  std::set<std::pair<std::string, std::string>> asked_;  // event, application
  size_t listeners_ = 0;
};

Result<std::unique_ptr<Subscription>> observe_application(Session& session, const Target& target, EventKinds kinds,
                                                          EventSink sink, const Limits& limits);

}  // namespace surehand::atspi
