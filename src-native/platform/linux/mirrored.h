#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/mirror/mirror.h"
#include "core/seam/backend.h"
#include "platform/linux/dbus/connection.h"

namespace surehand::atspi {

struct Session;

// The mirrors of the applications that are in use. Thread-safe.
class Mirrors {
 public:
  struct Entry {
    std::shared_ptr<DirtyLog> log = std::make_shared<DirtyLog>();
    Mirror mirror{log};
    std::mutex starting;
    std::unique_ptr<Subscription> events;  // under `starting`, as the next
    std::unique_ptr<dbus::Connection::Subscription> removals;
    Clock::time_point used{};  // under the lock of Mirrors
  };

  // That of an application. Those that were not used for a while are forgotten.
  std::shared_ptr<Entry> of(const std::string& app_key);
  // How true each of them was.
  std::vector<KeptTree> report();

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Entry>> entries_;
};

// Whether a mirror answers: the application announces what these options ask for.
bool is_mirrored(Session& session, const Target& target, const SnapshotOptions& options, const Limits& limits);

Result<SnapshotPtr> take_mirrored(Session& session, const std::shared_ptr<RefBook>& refs, const Target& target,
                                  const SnapshotOptions& options, const Limits& limits);

}  // namespace surehand::atspi
