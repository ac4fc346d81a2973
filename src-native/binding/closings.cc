#include "binding/closings.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/run/thread.h"

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
  // What it holds goes on its thread, or here where none is left to do it.
  const auto held = std::make_shared<std::function<void()>>(std::move(close));
  auto thread = start_thread([this, held] {
    std::exchange(*held, nullptr)();
    const std::lock_guard lock(mutex_);
    const auto is_this = [](const std::thread& thread) { return thread.get_id() == std::this_thread::get_id(); };
    const auto at = std::find_if(under_way_.begin(), under_way_.end(), is_this);
    if (at == under_way_.end()) return;  // the process ends and waits for it
    ended_.push_back(std::move(*at));
    under_way_.erase(at);
  });
  if (thread) {
    under_way_.push_back(thread.take());
  } else {
    std::exchange(*held, nullptr)();
  }
}

}  // namespace surehand::binding
