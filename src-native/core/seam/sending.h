#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "core/seam/action.h"

namespace surehand {

// What an invoke has sent and not seen return so far. Its backend says so right before and right after each call that
// may last as long as what it sets off; a waiting call asks it meanwhile. Thread-safe.
class Sending {
 public:
  void begin(Route route, std::string detail) {
    const std::lock_guard lock(mutex_);
    ++count_;
    under_way_ = Dispatch{route, std::move(detail), false};
  }
  void end() {
    const std::lock_guard lock(mutex_);
    under_way_.reset();
  }

  struct Sent {
    uint32_t nth;  // of this invoke
    Dispatch dispatch;
  };
  std::optional<Sent> now() const {
    const std::lock_guard lock(mutex_);
    if (!under_way_) return std::nullopt;
    return Sent{count_, *under_way_};
  }

 private:
  mutable std::mutex mutex_;
  uint32_t count_ = 0;
  std::optional<Dispatch> under_way_;
};

}  // namespace surehand
