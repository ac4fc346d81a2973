#include "platform/simulated/backend.h"

namespace surehand::simulated {

namespace {

class Listening final : public Subscription {
 public:
  Listening(Announcer& announcer, uint64_t id) : announcer_(announcer), id_(id) {}
  ~Listening() override { announcer_.remove(id_); }

 private:
  Announcer& announcer_;
  const uint64_t id_;
};

}  // namespace

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
  const uint64_t id = session_.world->listen({target.app_key, target.identity, kinds, std::move(sink)});
  return std::unique_ptr<Subscription>(new Listening(session_.world->announcer, id));
}

}  // namespace surehand::simulated
