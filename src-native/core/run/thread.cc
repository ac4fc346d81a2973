#include "core/run/thread.h"

#include <system_error>
#include <utility>

namespace surehand {

// The one place that catches: prebuilt addons are compiled with exceptions here alone (scripts/prebuild.mjs).
Result<std::thread> start_thread(std::function<void()> work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& error) {
    return Error{ErrorCode::kRefused,
                 "the system refuses this process another thread (" + error.code().message() +
                     "); raise its limit of processes or have fewer applications driven at once",
                 {}};
  }
}

}  // namespace surehand
