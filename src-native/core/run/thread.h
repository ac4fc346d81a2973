#pragma once

#include <functional>
#include <thread>

#include "core/result.h"

namespace surehand {

// A thread that does `work`. REFUSED where the system gives this process no other one.
Result<std::thread> start_thread(std::function<void()> work);

}  // namespace surehand
