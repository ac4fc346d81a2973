#pragma once

#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "platform/linux/read/window_pairs.h"
#include "platform/linux/screen/window.h"

namespace surehand::atspi {

// Which window of the display each window of an application is, as far as it was found out. Thread-safe.
class WindowBook {
 public:
  // What it was found to be for good; kNone: nothing.
  screen::WindowId bound(const std::string& app_key, const std::string& identity) const;
  void keep(const std::string& app_key, const std::vector<SaidWindow>& said,
            const std::vector<screen::ClientWindow>& clients, const WindowPairs& pairs);

  struct Entry {
    SaidWindow said;
    screen::WindowId window = screen::kNoWindow;
    bool unsettled = false;
  };
  // As of the last keep(); nothing when it was not said then.
  std::optional<Entry> entry(const std::string& app_key, const std::string& identity) const;
  // The windows of the display that one of several unsettled windows may be, by when they were made.
  std::vector<screen::WindowId> unsettled(const std::string& app_key) const;
  // The identities of the unsettled windows, in the application's order.
  std::vector<std::string> unsettled_identities(const std::string& app_key) const;

  // Which of the application's windows a window of the display is. `unsettled`: one of several.
  struct Named {
    std::string identity;  // empty: none is known to be it
    bool unsettled = false;
  };
  Named identity_of(const std::string& app_key, const screen::ClientWindow& window) const;
  // Of an application that has ended.
  void forget(const std::string& app_key);

 private:
  struct Known {
    std::vector<Entry> entries;
    std::vector<screen::WindowId> unsettled;
    // By identity. They outlast looks that do not say the window, for as long as the display has it.
    std::unordered_map<std::string, screen::WindowId> bound;
  };
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Known> by_application_;
};

}  // namespace surehand::atspi
