#include <algorithm>

#include "platform/simulated/backend.h"
#include "platform/simulated/world/behaviour.h"

namespace surehand::simulated {
namespace {

// How soon it is seen that a window was closed: only the thread of the call that it ends waits for that.
constexpr Milliseconds kLookAgain{5};
// No window has this serial, and it is never closed.
constexpr uint64_t kNoWindow = UINT64_MAX;

std::vector<uint64_t> open_windows(const App& app) {
  std::vector<uint64_t> serials;
  for (const auto& window : app.windows) {
    if (window->present) serials.push_back(window->serial);
  }
  return serials;
}

// Whether all of these windows were closed before the call was cancelled. It has no other end, like a call into a real
// application.
bool are_closed(Session& session, const std::vector<uint64_t>& windows, const Limits& limits) {
  const auto is_open = [&session](uint64_t window) { return window == kNoWindow || session.world->by_serial(window); };
  for (;;) {
    {
      const auto lock = session.enter();
      if (std::none_of(windows.begin(), windows.end(), is_open)) return true;
    }
    if (limits.cancelled() || (!limits.cancel && limits.expired())) return false;
    Limits{Clock::time_point::max(), limits.cancel}.sleep_until(Clock::now() + kLookAgain);
  }
}

}  // namespace

Result<Dispatch> SimulatedBackend::invoke(const Element& wanted, const Action& action, Sending& sending,
                                          const Limits& limits) {
  SUREHAND_TRY(access, session_.answering(wanted.app_key, limits));
  if (!access->app->has_tree) return no_tree(*access->app, "acting on an element");
  SUREHAND_TRY(node, session_.element(*access->app, wanted.identity));
  App& app = *access->app;
  const Returns returns = (*node)->returns;
  const auto before = open_windows(app);
  auto dispatch = perform(*session_.world, **node, action);
  if (!dispatch) return dispatch;
  const bool hangs = app.hangs_until > session_.world->now();
  if (!hangs && returns == Returns::kAtOnce) return dispatch;
  std::vector<uint64_t> opened;
  for (const uint64_t window : returns == Returns::kWhenClosed ? open_windows(app) : std::vector<uint64_t>()) {
    if (std::find(before.begin(), before.end(), window) == before.end()) opened.push_back(window);
  }
  sending.begin(dispatch->route, dispatch->detail);
  access->lock.unlock();
  std::optional<Error> lost;
  if (hangs) {
    // It hangs because of what it was asked to do: the answer comes when that is done, as from Qt.
    auto after = session_.answering(wanted.app_key, limits);
    if (!after) lost = after.take_error();
  }
  if (!lost && returns == Returns::kNever) opened.push_back(kNoWindow);
  if (!lost && !are_closed(session_, opened, limits)) lost = Error{ErrorCode::kAborted, "it had not returned", {}};
  sending.end();
  if (!lost) return dispatch;
  return Error{ErrorCode::kOutcomeUnknown,
               std::string(to_string(action.kind)) + " was sent and not answered (" + lost->message +
                   "); look at the application before doing it again",
               json::Object{{"reason", std::string(to_string(lost->code))}}}
      .maybe_sent();
}

}  // namespace surehand::simulated
