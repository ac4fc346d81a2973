#pragma once

#include <windows.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/seam/backend.h"
#include "platform/windows/com/client.h"

namespace surehand::uia {

struct Session;

// What is known of one application for as long as it runs. Everything but `client`, `notes` and `acts` is fixed once made.
struct ApplicationRecord {
  std::string key;  // its pid, and when the process began: a pid is given again
  DWORD pid = 0;
  std::string name;          // FileDescription of its executable, in the user's language where it has that
  std::string id;            // AppUserModelID; empty where it has none
  std::string untranslated;  // ProductName
  std::string executable;    // without path and `.exe`

  mutable LazyClient client;
  // Learnt while reading.
  struct Notes {
    std::mutex mutex;
    std::vector<HWND> window_order;  // as they were met: the window system has them by what is in front
    std::unordered_map<HWND, Milliseconds> durations;  // of the last reading of each window
    // How many elements that had; 0 where it did not come whole, or an element in it could not be told from another.
    std::unordered_map<HWND, size_t> sizes;
  };
  mutable Notes notes;
  mutable std::atomic<int> acts{0};  // under way: sent, and not returned

  std::vector<std::string> names() const;  // what `app:` compares with
};
using ApplicationPtr = std::shared_ptr<const ApplicationRecord>;

// The applications met so far. Thread-safe.
class ApplicationBook {
 public:
  ApplicationPtr find(std::string_view key) const;
  ApplicationPtr add(std::shared_ptr<const ApplicationRecord> record);  // the one that is there already wins
  void forget(std::string_view key);
  std::vector<ApplicationPtr> all() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, ApplicationPtr> records_;
};

// Every process that shows a window.
Result<std::vector<Application>> list_applications(Session& session, const Limits& limits);

// The record of an application that was met. APP_EXITED when its process has ended.
Result<ApplicationPtr> application_of(Session& session, const std::string& key);
// The record of the process that a top-level window belongs to; nothing where that cannot be told. Calls into no application.
ApplicationPtr application_of_window(Session& session, HWND window);
// The record of a running process; nothing when there is none.
ApplicationPtr application_of_process(Session& session, DWORD pid);
// As the seam has it. `window` is one of its windows, or null: it tells the toolkit.
Application describe(const ApplicationRecord& record, HWND window);

}  // namespace surehand::uia
