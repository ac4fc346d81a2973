#include "core/run/pending.h"

namespace surehand {
namespace {

// How often it is looked whether anything was sent and whether the application answers.
constexpr Milliseconds kAgain{20};
// How long the return of an act may be on its way when the answer to what was asked after it is there already.
constexpr Milliseconds kOnItsWay{50};

}  // namespace

std::optional<Dispatch> pending(Backend& backend, const std::string& app_key, const Sending& sending,
                                const Limits& limits) {
  for (; !limits.expired(); limits.cancel->wait_until(Clock::now() + kAgain)) {
    if (limits.cancelled()) return std::nullopt;
    const auto sent = sending.now();
    if (!sent || !backend.windows(app_key, limits)) continue;
    if (limits.cancel->wait_until(Clock::now() + kOnItsWay)) return std::nullopt;
    const auto still = sending.now();
    if (!still || still->nth != sent->nth) continue;
    Dispatch dispatch = still->dispatch;
    dispatch.pending = true;
    return dispatch;
  }
  return std::nullopt;
}

}  // namespace surehand
