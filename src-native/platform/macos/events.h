#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "core/seam/backend.h"

namespace surehand::ax {

struct Session;
class Announcements;

// What is listened to at present, an entry for each application: those who listen to the same one share its observer, and the last who leaves
// ends that. Thread-safe.
class Observers {
 public:
  std::shared_ptr<Announcements> find(const std::string& app_key);
  void keep(const std::string& app_key, const std::shared_ptr<Announcements>& announcements);

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::weak_ptr<Announcements>> by_application_;
};

Result<std::unique_ptr<Subscription>> observe_application(Session& session, const Target& target, EventKinds kinds,
                                                          EventSink sink, const Limits& limits);

}  // namespace surehand::ax
