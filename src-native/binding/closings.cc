#include "binding/closings.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace surehand::binding {

// Made at the first end of an environment, after all that its work uses, and so destroyed before it.
Closings& Closings::of_this_process() {
  static Closings closings;
  return closings;
}

Closings::~Closings() {
  std::vector<std::thread> rest;
  {
    const std::lock_guard lock(mutex_);
    rest.swap(under_way_);
  }
  for (auto& thread : rest) thread.join();
  for (auto& thread : ended_) thread.join();
}

void Closings::run(std::function<void()> close) {
  const std::lock_guard lock(mutex_);
  for (auto& thread : std::exchange(ended_, {})) thread.join();
  try {
    under_way_.emplace_back([this, close = std::move(close)]() mutable {
      close();
      close = nullptr;
      const std::lock_guard lock(mutex_);
      const auto is_this = [](const std::thread& thread) { return thread.get_id() == std::this_thread::get_id(); };
      const auto at = std::find_if(under_way_.begin(), under_way_.end(), is_this);
      if (at == under_way_.end()) return;  // the process ends and waits for it
      ended_.push_back(std::move(*at));
      under_way_.erase(at);
    });
  } catch (const std::system_error&) {
    close();  // no thread is left to do it
  }
}

}  // namespace surehand::binding
