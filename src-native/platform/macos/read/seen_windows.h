#pragma once

#include <CoreGraphics/CoreGraphics.h>

#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/seam/window.h"

namespace surehand::ax {

// What windows() last said of each application's windows: it tells which of them a window of the window server's is without asking the
// application. Thread-safe.
class SeenWindows {
 public:
  void keep(const std::string& app_key, const std::vector<Window>& windows);
  // The identity of the one that is there; empty when none is.
  std::string identity_at(const std::string& app_key, const CGRect& place) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::vector<Window>> by_application_;
};

}  // namespace surehand::ax
