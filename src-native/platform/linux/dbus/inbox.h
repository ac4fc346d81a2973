#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/run/limits.h"
#include "platform/linux/dbus/connection.h"

namespace surehand::dbus {

Error lost_connection();

// Where one caller finds its answers.
class Inbox {
 public:
  struct Arrival {
    uint64_t tag;
    Reply reply;
  };
  struct Batch {
    std::vector<Arrival> arrivals;
    Clock::time_point last;      // when the last of them came
    std::optional<Error> error;  // why waiting ended early; `arrivals` still holds what had come until then
  };

  // Waits until `wanted` of the answers that are `under_way` are there and takes all that are.
  static Batch take(const std::shared_ptr<Inbox>& inbox, size_t wanted, size_t under_way, const Limits& limits,
                    const std::string& awaited);

  // Hands over the answers at [first, last). For how long the caller can do without more of them: the time that those
  // it misses should take, going by those it got.
  Clock::duration deliver(Arrival* first, Arrival* last);
  // No answers will come any more.
  void lose();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Arrival> arrivals_;
  Clock::time_point began_;  // when the first of `arrivals_` came
  Clock::time_point last_;
  size_t at_once_ = 0;  // and how many came with it
  size_t wanted_ = 1;
  size_t under_way_ = 1;
  bool lost_ = false;
  bool cancelled_ = false;
};

}  // namespace surehand::dbus
