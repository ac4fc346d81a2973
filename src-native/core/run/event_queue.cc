#include "core/run/event_queue.h"

#include <algorithm>
#include <utility>

namespace surehand {

void EventQueue::push(Event event) {
  bool first = false;
  {
    std::lock_guard lock(mutex_);
    auto& events = batch_.events;
    first = events.empty();
    const auto same = [&event](const Event& other) {
      return other.kind == event.kind && other.source == event.source && other.detail == event.detail;
    };
    if (std::any_of(events.begin(), events.end(), same)) {
      ++batch_.merged;
    } else if (events.size() >= most_) {
      ++batch_.dropped;
    } else {
      events.push_back(std::move(event));
    }
  }
  if (first) ready_();
}

EventQueue::Batch EventQueue::take() {
  std::lock_guard lock(mutex_);
  return std::exchange(batch_, {});
}

}  // namespace surehand
