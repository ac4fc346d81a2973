#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/seam/backend.h"

namespace surehand::ax {

struct Session;

// What is known of one application for as long as it runs. Fixed once made, but for `woken`.
struct ApplicationRecord {
  std::string key;  // its pid, and when the process began: a pid is given again
  int64_t pid = 0;
  std::string name;          // displayed, maybe translated
  std::string id;            // of its bundle; empty where it has none
  std::string untranslated;  // CFBundleName, else the bundle's file name
  std::string executable;    // file name
  std::string bundle;        // path; empty where it has none

  mutable std::atomic<bool> woken{false};  // it was asked to publish its web contents, see quirks/wake.h

  ApplicationRecord() = default;
  ApplicationRecord(const ApplicationRecord&) = delete;
  ApplicationRecord& operator=(const ApplicationRecord&) = delete;
};
using ApplicationPtr = std::shared_ptr<const ApplicationRecord>;

// The applications met so far. Thread-safe.
class ApplicationBook {
 public:
  ApplicationPtr find(std::string_view key) const;
  ApplicationPtr with_pid(int64_t pid) const;
  ApplicationPtr add(ApplicationPtr record);  // the one that is there already wins
  void forget(std::string_view key);

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, ApplicationPtr> records_;
};

// Every process that shows a window, and agents without one. Calls into none of them for its existence.
Result<std::vector<Application>> list_applications(Session& session, const Limits& limits);

// The record of an application that was met. APP_EXITED when its process has ended, or its pid is another's by now. REFUSED for
// this process itself: AX calls into one's own are made on its own main thread.
Result<ApplicationPtr> application_of(Session& session, const std::string& key);
// The record of a running process; nothing when there is none.
ApplicationPtr application_of_process(Session& session, pid_t pid);
// What a user calls the program of a process: its bundle's name, else the executable's; empty when it is not known.
std::string program_of(pid_t pid);
// Whether the window server has windows of it, wherever they are.
bool owns_windows(pid_t pid);
// As the seam has it.
Application describe(const ApplicationRecord& record);

}  // namespace surehand::ax
