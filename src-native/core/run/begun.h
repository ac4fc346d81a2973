#pragma once

#include <algorithm>
#include <chrono>
#include <future>
#include <string>

#include "core/result.h"
#include "core/run/limits.h"

namespace surehand {

// Whether what a thread of its own does has begun: what it says of that, or that the time is up. `beginning` is no longer valid once it was said.
inline Status begun(std::future<Status>& beginning, const Limits& limits, const std::string& what) {
  while (beginning.wait_for(std::min(limits.remaining(), Milliseconds(20))) != std::future_status::ready) {
    if (auto error = limits.exceeded(what)) return std::move(*error);
  }
  return beginning.get();
}

}  // namespace surehand
