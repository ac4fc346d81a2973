#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "core/seam/events.h"

namespace surehand {

// Between the threads that events come on and the one that takes them: bounded, and the same event twice is one. An
// application that floods costs memory for `most` events and no more.
class EventQueue {
 public:
  // `ready` is called, on the pushing thread, when the queue is no longer empty.
  explicit EventQueue(std::function<void()> ready, size_t most = 256) : ready_(std::move(ready)), most_(most) {}

  struct Batch {
    std::vector<Event> events;
    uint32_t merged = 0;   // the same kind, source and detail as one that waited already, which stands for it
    uint32_t dropped = 0;  // beyond the bound
  };

  void push(Event event);
  Batch take();

 private:
  std::function<void()> ready_;
  const size_t most_;
  std::mutex mutex_;
  Batch batch_;
};

}  // namespace surehand
