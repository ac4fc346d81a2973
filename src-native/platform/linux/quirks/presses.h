#pragma once

#include <deque>
#include <mutex>
#include <string>

#include "core/run/limits.h"
#include "platform/linux/atspi/calls.h"
#include "platform/linux/quirks/toolkit.h"

namespace surehand::atspi {

// GTK 4 (for 250 ms) and Qt (for 100) show a button as pressed before they act on a press that came by its action,
// and lose another press of the same button in that time. So a second one waits for its turn. Thread-safe.
class Presses {
 public:
  // Returns when `object` takes a press again. TIMEOUT and ABORTED when that is too late; nothing was sent then.
  Status wait_for(const Object& object, Toolkit toolkit, const Limits& limits);
  void note(const Object& object, Toolkit toolkit);

 private:
  struct Press {
    std::string object;
    Clock::time_point over;
  };

  std::mutex mutex_;
  std::deque<Press> recent_;  // the oldest first
};

}  // namespace surehand::atspi
