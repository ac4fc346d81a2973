#include "platform/simulated/backend.h"
#include "platform/simulated/world/behaviour.h"

namespace surehand::simulated {

Result<Dispatch> SimulatedBackend::invoke(const Element& wanted, const Action& action, const Limits& limits) {
  auto access = session_.answering(wanted.app_key, limits);
  if (!access) return access.take_error();
  auto node = session_.element(*access->app, wanted.identity);
  if (!node) return node.take_error();
  auto dispatch = perform(*session_.world, **node, action);
  if (!dispatch || access->app->hangs_until <= session_.world->now()) return dispatch;
  // It hangs because of what it was asked to do: the answer comes when that is done, as from Qt.
  access->lock.unlock();
  auto after = session_.answering(wanted.app_key, limits);
  if (after) return dispatch;
  const Error lost = after.take_error();
  return Error{ErrorCode::kOutcomeUnknown,
               std::string(to_string(action.kind)) + " was sent and not answered (" + lost.message +
                   "); look at the application before doing it again",
               json::Object{{"reason", std::string(to_string(lost.code))}}}
      .maybe_sent();
}

}  // namespace surehand::simulated
