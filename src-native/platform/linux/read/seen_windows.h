#pragma once

#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/seam/window.h"
#include "platform/linux/x11/windows.h"

namespace surehand::atspi {

// What windows() last said of each application's windows: it tells which of them a window of the display is without asking the
// application. Thread-safe.
class SeenWindows {
 public:
  void keep(const std::string& app_key, const std::vector<Window>& windows);
  // The identity of the one that it is; empty when none fits.
  std::string identity_of(const std::string& app_key, const x11::ClientWindow& window) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::vector<Window>> by_application_;
};

}  // namespace surehand::atspi
