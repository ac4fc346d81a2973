#include "platform/simulated/backend.h"

namespace surehand::simulated {

Result<std::unique_ptr<Subscription>> SimulatedBackend::observe(const Target& target, EventKinds kinds, EventSink sink,
                                                                const Limits&) {
  const auto lock = session_.enter();
  const auto app = session_.running(target.app_key);
  if (!app) return app.error();
  if (!(*app)->has_tree) return no_tree(**app, "hearing of events");
  if (target.identity && *target.identity != World::identity(0)) {
    const auto node = session_.element(**app, *target.identity);
    if (!node) return node.error();
  }
  return session_.world->listen({target.app_key, target.identity, kinds, std::move(sink)});
}

Result<double> SimulatedBackend::processor_time(const std::string& app_key, const Limits&) {
  const auto lock = session_.enter();
  const auto app = session_.running(app_key);
  if (!app) return app.error();
  return session_.world->worked(**app);
}

}  // namespace surehand::simulated
